package rebound.soak.planfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rebound.chaos.load.Request;
import rebound.chaos.load.Request.BodyCheck;
import rebound.chaos.load.Request.Expectation;
import rebound.chaos.load.Request.StatusRange;
import rebound.soak.plan.RequestPlan;

/// Reads one request of a mix.
final class RequestReader {
  private static final StatusRange OK = new StatusRange(200, 200);

  private RequestReader() {}

  /// Reads a request.
  ///
  /// @return null when it is too wrong to stand for anything; the complaints say why
  static RequestPlan read(Section section) {
    String method = section.text("method", "GET");
    String path = section.required("path");
    String route = section.text("route", RequestPlan.routeOf(path));
    Section headers = section.section("headers");
    Map<String, String> fields = headers == null ? Map.of() : headers.allTexts();
    byte[] body = section.text("body", "").getBytes(StandardCharsets.UTF_8);
    Expectation expect = new Expectation(statuses(section), check(section));
    int weight = section.whole("weight", 1, 1, 1_000_000);
    section.done();
    return section.build(
        null,
        () -> new RequestPlan(route, new Request(method, path, fields, body, expect, weight)));
  }

  private static List<StatusRange> statuses(Section section) {
    List<StatusRange> ranges = new ArrayList<>();
    if (section.has("expect")) {
      for (String text : section.texts("expect")) {
        StatusRange range = section.build(null, () -> status(text));
        if (range != null) {
          ranges.add(range);
        }
      }
    }
    return ranges.isEmpty() ? List.of(OK) : ranges;
  }

  private static StatusRange status(String text) {
    if (text.matches("[1-5]xx")) {
      int hundreds = (text.charAt(0) - '0') * 100;
      return new StatusRange(hundreds, hundreds + 99);
    }
    if (text.matches("[1-5]\\d\\d")) {
      return new StatusRange(Integer.parseInt(text), Integer.parseInt(text));
    }
    throw new IllegalArgumentException(
        "expect '" + text + "' is no status: write 200, [200, 404] or 2xx");
  }

  private static BodyCheck check(Section section) {
    Section check = section.section("check");
    if (check == null) {
      return new BodyCheck.Any();
    }
    BodyCheck read;
    if (check.has("contains")) {
      read = new BodyCheck.Contains(check.text("contains", ""));
    } else if (check.has("length")) {
      read = new BodyCheck.Length(check.whole("length", 0, 0, Integer.MAX_VALUE));
    } else {
      read = new BodyCheck.JsonPointer(check.required("pointer"), check.required("value"));
    }
    check.done();
    return read;
  }
}
