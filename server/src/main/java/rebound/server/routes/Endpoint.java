package rebound.server.routes;

import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.util.ArrayList;
import java.util.List;
import rebound.server.wire.Reply;

/// One path and what each method does there. Built at start-up, then read only.
final class Endpoint {
  private final int ordinal;
  private final String label;
  private final List<HttpString> methods = new ArrayList<>(4);
  private final List<Handling> handlings = new ArrayList<>(4);
  private Reply notAllowed = Reply.problem(405, "nothing is allowed here");

  Endpoint(int ordinal, String label) {
    this.ordinal = ordinal;
    this.label = label;
  }

  Endpoint on(HttpString method, Handling handling) {
    methods.add(method);
    handlings.add(handling);
    notAllowed = Reply.problem(405, "this path answers " + allowed()).with("Allow", allowed());
    return this;
  }

  int ordinal() {
    return ordinal;
  }

  String label() {
    return label;
  }

  /// What a method does, or null. HEAD does what GET does, but where GET leaves HTTP behind.
  Handling handling(HttpString method) {
    boolean head = method.equals(Methods.HEAD);
    HttpString wanted = head ? Methods.GET : method;
    for (int i = 0; i < methods.size(); i++) {
      if (methods.get(i).equals(wanted)) {
        return head && !hasHead(i) ? null : handlings.get(i);
      }
    }
    return null;
  }

  private boolean hasHead(int index) {
    return methods.get(index).equals(Methods.GET)
        && !(handlings.get(index) instanceof Handling.Upgrade);
  }

  /// The answer for a method that does nothing.
  Reply otherwise(HttpString method) {
    return method.equals(Methods.OPTIONS) ? Reply.empty(204).with("Allow", allowed()) : notAllowed;
  }

  private String allowed() {
    StringBuilder text = new StringBuilder("OPTIONS");
    for (int i = 0; i < methods.size(); i++) {
      text.append(", ").append(methods.get(i));
      if (hasHead(i)) {
        text.append(", HEAD");
      }
    }
    return text.toString();
  }
}
