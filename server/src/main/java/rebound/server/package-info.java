/// Starts and stops the server: options in, a ready line out.
package rebound.server;
