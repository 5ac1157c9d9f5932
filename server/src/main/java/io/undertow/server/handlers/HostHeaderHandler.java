package io.undertow.server.handlers;

import io.undertow.server.HandlerWrapper;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;

/// Stands in the place of Undertow's own class of this name, which its HTTP/1.1 reader puts around
/// the root handler of every request with no way to leave it out, and which matches each Host
/// against the regular expression of an IPv4 address: 7 % of the processor time of `/ping`.
///
/// The bytes of the head have been through [rebound.server.guard.ConnectionGuard] by then, which
/// refuses what this would refuse: no Host, two of them, and what is no host. The class path has
/// this jar before Undertow's. `ArchitectureTest` fails where Undertow's own class is taken, and
/// `BadClientsIT` where a bad Host comes through.
public final class HostHeaderHandler implements HttpHandler {
  /// Puts nothing around a handler.
  public static final HandlerWrapper WRAPPER = handler -> handler;

  private final HttpHandler next;

  /// A handler that passes everything on.
  ///
  /// @param next to which
  public HostHeaderHandler(HttpHandler next) {
    this.next = next;
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) throws Exception {
    next.handleRequest(exchange);
  }
}
