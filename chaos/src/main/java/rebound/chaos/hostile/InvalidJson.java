package rebound.chaos.hostile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import rebound.chaos.load.Request;

/// Bodies that no todo endpoint may take: each is either no JSON (RFC 8259) or JSON of the wrong
/// shape, and the right answer to each is 400. Made by code from a seed, so that the same seed
/// always makes the same storm.
public final class InvalidJson {
  private static final int MEBIBYTE = 1 << 20;
  private static final int VARIANTS = 4;
  private static final String WHOLE = "{\"title\":\"storm\",\"done\":false}";

  private InvalidJson() {}

  /// One request a body, all of equal weight but for the few large ones, which come rarely.
  ///
  /// @param method PUT or POST
  /// @param path of a todo, or of the collection
  /// @param seed chooses where bodies are cut and with what they are filled
  public static List<Request> requests(String method, String path, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<byte[]> small = new ArrayList<>();
    small.add(new byte[0]);
    small.add(text(" "));
    small.addAll(wrongShapes());
    small.addAll(wrongTypes());
    small.addAll(wrongTexts());
    for (int i = 0; i < VARIANTS; i++) {
      small.add(text(WHOLE.substring(0, 1 + random.nextInt(WHOLE.length() - 1))));
      small.add(huge(random));
      small.add(invalidUtf8(random));
      small.add(control(random));
      small.add(deep(random, 500 + random.nextInt(20_000)));
    }
    List<Request> requests = new ArrayList<>();
    for (byte[] body : small) {
      requests.add(request(method, path, body, 50));
    }
    requests.add(request(method, path, longString(random), 1));
    requests.add(request(method, path, deep(random, 200_000), 1));
    return requests;
  }

  private static Request request(String method, String path, byte[] body, int weight) {
    return new Request(
        method,
        path,
        Map.of("Content-Type", "application/json"),
        body,
        Request.Expectation.status(400),
        weight);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// JSON, and no object.
  private static List<byte[]> wrongShapes() {
    return List.of(text("null"), text("[]"), text("\"a todo\""), text("12"), text("[[{}]]"));
  }

  /// An object whose title is no string.
  private static List<byte[]> wrongTypes() {
    List<byte[]> bodies = new ArrayList<>();
    for (String value : List.of("1", "true", "[\"a\"]", "{\"a\":1}", "1.5e3")) {
      bodies.add(text("{\"title\":" + value + ",\"done\":false}"));
    }
    for (String value : List.of("\"no\"", "{}", "[false]")) {
      bodies.add(text("{\"title\":\"a\",\"done\":" + value + "}"));
    }
    return bodies;
  }

  /// Almost JSON.
  private static List<byte[]> wrongTexts() {
    return List.of(
        text("{'title':'a','done':false}"),
        text("{title:\"a\",\"done\":false}"),
        text("{\"title\":\"a\",\"done\":false,}"),
        text("{\"title\":\"a\" \"done\":false}"),
        text("{\"title\":\"a\",\"done\":False}"),
        text("{\"title\":\"a\",\"done\":false}}"),
        text("{\"title\":\"a\\x\",\"done\":false}"),
        text("{\"title\":\"\\u12\",\"done\":false}"),
        text("{\"title\":NaN,\"done\":false}"),
        text("<todo><title>a</title></todo>"),
        text("title=a&done=false"));
  }

  /// A number with more digits than any type holds, where a string belongs.
  private static byte[] huge(SplittableRandom random) {
    char[] digits = new char[100 + random.nextInt(4_000)];
    for (int i = 0; i < digits.length; i++) {
      digits[i] = (char) ('1' + random.nextInt(9));
    }
    String exponent = random.nextBoolean() ? "" : "e" + (1_000 + random.nextInt(1_000_000));
    return text("{\"title\":" + new String(digits) + exponent + ",\"done\":false}");
  }

  /// A title with bytes that are no UTF-8: a stray continuation, an overlong form, a surrogate, a
  /// sequence cut short.
  private static byte[] invalidUtf8(SplittableRandom random) {
    byte[][] wrong = {
      {(byte) 0x80},
      {(byte) 0xc0, (byte) 0xaf},
      {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
      {(byte) 0xe2, (byte) 0x82},
      {(byte) 0xff}
    };
    return between("{\"title\":\"", wrong[random.nextInt(wrong.length)], "\",\"done\":false}");
  }

  /// A title with a raw control character, NUL among them.
  private static byte[] control(SplittableRandom random) {
    byte[] raw = {random.nextBoolean() ? 0 : (byte) (1 + random.nextInt(0x1f))};
    return between("{\"title\":\"a", raw, "b\",\"done\":false}");
  }

  private static byte[] between(String before, byte[] middle, String after) {
    byte[] head = text(before);
    byte[] tail = text(after);
    byte[] body = Arrays.copyOf(head, head.length + middle.length + tail.length);
    System.arraycopy(middle, 0, body, head.length, middle.length);
    System.arraycopy(tail, 0, body, head.length + middle.length, tail.length);
    return body;
  }

  /// Arrays in arrays, or objects in objects, never closed.
  private static byte[] deep(SplittableRandom random, int levels) {
    return text((random.nextBoolean() ? "[" : "{\"title\":").repeat(levels));
  }

  /// A string of one mebibyte without its closing quote.
  private static byte[] longString(SplittableRandom random) {
    char filling = (char) ('a' + random.nextInt(26));
    return text("{\"title\":\"" + String.valueOf(filling).repeat(MEBIBYTE));
  }
}
