/// What a run shows while it goes on, for Prometheus and OpenTelemetry.
package rebound.soak.live;
