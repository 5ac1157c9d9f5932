package rebound.soak.probe.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A JVM that takes memory when it is told to: `garbage` in the heap, `direct` buffers that it
/// keeps.
final class HoardingJvm {
  private HoardingJvm() {}

  public static void main(String[] arguments) throws IOException {
    List<ByteBuffer> kept = new ArrayList<>();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      switch (line) {
        case "garbage" -> garbage();
        case "direct" -> {
          for (int i = 0; i < 40; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1_000_000);
            for (int j = 0; j < buffer.capacity(); j += 1024) {
              buffer.put(j, (byte) 1);
            }
            kept.add(buffer);
          }
        }
        default -> throw new IllegalArgumentException(line);
      }
      System.out.println("held " + kept.size());
    }
  }

  private static void garbage() {
    List<byte[]> spike = new ArrayList<>();
    for (int i = 0; i < 1200; i++) {
      byte[] block = new byte[100_000];
      for (int j = 0; j < block.length; j += 1024) {
        block[j] = 1;
      }
      spike.add(block);
    }
    System.out.println("spike " + spike.size());
  }
}
