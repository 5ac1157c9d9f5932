/// WebSocket (RFC 6455) as a client sees it: the handshake, frames out, echoes in.
package rebound.chaos.websocket;
