/// Finds the process and the memory of what runs already: a unit of systemd, a container, a service
/// of compose.
package rebound.soak.attach;
