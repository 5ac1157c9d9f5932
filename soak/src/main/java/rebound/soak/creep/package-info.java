/// Finds in a run's journal whether what should stay level grows: memory, descriptors, threads, CPU
/// per request, response time.
package rebound.soak.creep;
