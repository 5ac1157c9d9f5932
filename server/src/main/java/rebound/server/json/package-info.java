/// JSON from strangers, read strictly, and JSON of our own, written as bytes.
package rebound.server.json;
