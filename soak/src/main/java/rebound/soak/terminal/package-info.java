/// What a run looks like on a terminal while it goes on: a panel that changes in place.
package rebound.soak.terminal;
