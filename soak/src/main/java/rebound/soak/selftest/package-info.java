/// Negative controls: servers with a seeded fault, each with the verdict that it must get, and the
/// study that tells how often `compare` is wrong.
package rebound.soak.selftest;
