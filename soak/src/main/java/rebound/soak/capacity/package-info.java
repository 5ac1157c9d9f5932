/// How much a target can carry: the search for the highest rate within an objective, and what
/// follows for instances and memory. Arithmetic over trials; nothing is sent from here.
package rebound.soak.capacity;
