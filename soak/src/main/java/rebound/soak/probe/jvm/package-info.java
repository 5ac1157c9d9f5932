/// Looks into a target that is a JVM, at marks only, and finds where the memory that stayed is
/// held.
package rebound.soak.probe.jvm;
