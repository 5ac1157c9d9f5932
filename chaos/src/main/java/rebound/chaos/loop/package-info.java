/// One thread, one selector, and timers that keep time to microseconds.
package rebound.chaos.loop;
