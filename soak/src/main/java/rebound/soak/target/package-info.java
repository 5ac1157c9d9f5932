/// The measured process: target files, starting and stopping, and the fake database beside it.
package rebound.soak.target;
