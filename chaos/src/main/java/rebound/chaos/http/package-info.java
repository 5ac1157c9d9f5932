/// Request bytes out, response framing in.
package rebound.chaos.http;
