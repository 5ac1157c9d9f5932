/// Healing is a promise: a fault is a thing that is closed, and a child process closes what its
/// parent leaves behind.
package rebound.chaos.heal;
