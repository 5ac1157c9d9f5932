/// Turns a judged run into what people and machines read: tables, summaries, CSV, JSON, JUnit.
package rebound.soak.report;
