package rebound.chaos.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate that nobody vouches for, for servers of tests.
public final class TestCertificate {
  private static final char[] PASSWORD = "rebound".toCharArray();

  private TestCertificate() {}

  /// The server's side, with a key made once a folder.
  public static SSLContext context(Path folder, String protocol) throws Exception {
    Path store = folder.resolve("server.p12");
    if (!Files.exists(store)) {
      String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
      Process made =
          new ProcessBuilder(
                  keytool,
                  "-genkeypair",
                  "-alias",
                  "server",
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=localhost",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  new String(PASSWORD),
                  "-validity",
                  "2")
              .redirectErrorStream(true)
              .start();
      assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(made.exitValue()).isZero();
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance(protocol);
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
