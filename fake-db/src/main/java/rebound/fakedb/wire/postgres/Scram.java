package rebound.fakedb.wire.postgres;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/// The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding. Its keys are
/// derived once, at the start: 4,096 rounds would hold up the loop.
final class Scram {
  private static final int ROUNDS = 4096;

  private final byte[] salt = new byte[16];
  private final byte[] storedKey;
  private final byte[] serverKey;

  /// One client's proof, in two steps.
  static final class Exchange {
    private final Scram scram;
    private String clientFirst = "";
    private String serverFirst = "";
    private String nonce = "";

    Exchange(Scram scram) {
      this.scram = scram;
    }

    /// The server's first message.
    ///
    /// @throws IllegalArgumentException where the client's is none
    String first(String message) {
      String[] parts = message.split(",", 3);
      if (parts.length != 3 || !(parts[0].equals("n") || parts[0].equals("y"))) {
        throw new IllegalArgumentException("malformed SCRAM message: no channel binding here");
      }
      clientFirst = parts[2];
      byte[] random = new byte[18];
      RANDOM.nextBytes(random);
      nonce = value(clientFirst, "r=") + Base64.getEncoder().encodeToString(random);
      serverFirst =
          "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(scram.salt) + ",i=" + ROUNDS;
      return serverFirst;
    }

    /// The server's last message, or null where the proof is wrong.
    ///
    /// @throws IllegalArgumentException where the client's is no such message
    String last(String message) {
      int proofAt = message.lastIndexOf(",p=");
      if (proofAt < 0 || !value(message, "r=").equals(nonce)) {
        throw new IllegalArgumentException("malformed SCRAM message");
      }
      byte[] proof = Base64.getDecoder().decode(message.substring(proofAt + 3));
      String all = clientFirst + "," + serverFirst + "," + message.substring(0, proofAt);
      byte[] signature = hmac(scram.storedKey, all);
      if (proof.length != signature.length) {
        return null;
      }
      for (int i = 0; i < proof.length; i++) {
        proof[i] ^= signature[i];
      }
      if (!MessageDigest.isEqual(sha256(proof), scram.storedKey)) {
        return null;
      }
      return "v=" + Base64.getEncoder().encodeToString(hmac(scram.serverKey, all));
    }

    private static String value(String message, String key) {
      for (String part : message.split(",", -1)) {
        if (part.startsWith(key)) {
          return part.substring(key.length());
        }
      }
      throw new IllegalArgumentException("malformed SCRAM message: no " + key);
    }
  }

  private static final SecureRandom RANDOM = new SecureRandom();

  Scram(String password) {
    RANDOM.nextBytes(salt);
    try {
      PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, ROUNDS, 256);
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      storedKey = sha256(hmac(salted, "Client Key"));
      serverKey = hmac(salted, "Server Key");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no PBKDF2 with SHA-256", e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no HMAC with SHA-256", e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }
}
