/// When to send: schedules computed before a phase starts, from the integral of the rate.
package rebound.chaos.arrival;
