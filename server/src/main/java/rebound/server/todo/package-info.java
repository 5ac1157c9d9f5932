/// The todo list: an everyday API with its rules, in memory.
package rebound.server.todo;
