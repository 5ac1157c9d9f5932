package rebound.fakedb.wire.resp;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// A command that waits for its EXEC.
///
/// @param words copied out of the connection's bytes
record QueuedWords(List<byte[]> words) implements Words {
  @Override
  public int count() {
    return words.size();
  }

  @Override
  public byte[] word(int index) {
    return words.get(index);
  }

  @Override
  public String text(int index) {
    return new String(words.get(index), StandardCharsets.ISO_8859_1);
  }
}
