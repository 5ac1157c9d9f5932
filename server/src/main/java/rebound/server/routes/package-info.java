/// What the server answers: the front door, the table of routes and their handlers.
package rebound.server.routes;
