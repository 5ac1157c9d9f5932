package rebound.fakedb.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrowserGuardTest {
  private static String refusal(String... headers) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      map.put(headers[i], headers[i + 1]);
    }
    return new BrowserGuard(true).refusal(new HttpRequest("PUT", "/latency", "", map, "5ms", true));
  }

  @Test
  void toolsOfThisMachineAreWelcome() {
    assertThat(refusal("host", "127.0.0.1:7390")).isNull();
    assertThat(refusal("host", "localhost:7390")).isNull();
    assertThat(refusal("host", "[::1]:7390")).isNull();
    assertThat(refusal()).isNull();
  }

  @Test
  void itsOwnPagesAreWelcome() {
    assertThat(
            refusal(
                "host",
                "localhost:7390",
                "origin",
                "http://localhost:7390",
                "sec-fetch-site",
                "same-origin"))
        .isNull();
  }

  @Test
  void otherSitesAreRefused() {
    assertThat(refusal("host", "localhost:7390", "origin", "https://evil.example")).isNotNull();
    assertThat(refusal("host", "localhost:7390", "origin", "null")).isNotNull();
    assertThat(refusal("host", "localhost:7390", "sec-fetch-site", "cross-site")).isNotNull();
    assertThat(refusal("host", "localhost:7390", "sec-fetch-site", "same-site")).isNotNull();
  }

  @Test
  void foreignNamesThatPointHereAreRefused() {
    assertThat(refusal("host", "evil.example:7390")).isNotNull();
    assertThat(refusal("host", "localhost.evil.example")).isNotNull();
  }
}
