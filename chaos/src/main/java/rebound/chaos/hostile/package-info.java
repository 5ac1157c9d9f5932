/// Clients that harm: one kind a file, each with its parameters and with what it does to a
/// connection.
package rebound.chaos.hostile;
