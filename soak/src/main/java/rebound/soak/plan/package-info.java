/// What should happen: plans, phases, populations and gates, as plain data.
package rebound.soak.plan;
