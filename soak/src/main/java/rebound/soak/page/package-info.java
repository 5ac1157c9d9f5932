/// Writes a run as one HTML page that needs no network.
package rebound.soak.page;
