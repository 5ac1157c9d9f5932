/// HTTP as bytes: what a request may look like, how its body is read, how an answer is written.
package rebound.server.wire;
