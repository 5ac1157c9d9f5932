/// The self-test's servers: one program with a fault built in. It runs as a process of its own and
/// imports nothing of the measurer.
package rebound.soak.selftest.server;
