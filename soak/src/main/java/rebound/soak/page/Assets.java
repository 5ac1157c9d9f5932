package rebound.soak.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Styles and scripts that are written into each page, so that it stands alone.
final class Assets {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private Assets() {}

  static String styles() {
    return read(UPLOT + "uPlot.min.css") + read("page.css");
  }

  /// What sorts tables; without charts nothing else is needed.
  static String tables() {
    return read("tables.js");
  }

  /// The chart library and what draws with it.
  static String charts() {
    return read(UPLOT + "uPlot.iife.min.js") + read("charts.js");
  }

  /// @throws IllegalStateException when the jar was built without it
  private static String read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar holds no " + name + ": build it again");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      // Would end the element in which it stands.
      return text.replace("</script", "<\\/script").replace("</style", "<\\/style");
    } catch (IOException broken) {
      throw new IllegalStateException("cannot read " + name + " from the jar", broken);
    }
  }
}
