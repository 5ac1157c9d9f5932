package rebound.fakedb.wire.resp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What clients stored: texts and hashes, some of which expire. All of it together is bounded.
/// Event loop thread only.
public final class Keyspace {
  static final int DATABASES = 16;
  private static final int ENTRY_BYTES = 100;

  private final long maxBytes;
  private final List<Map<String, Entry>> databases = new ArrayList<>();
  private long usedBytes;

  /// One value: a text or a hash.
  static final class Entry {
    final byte[] text;
    final Map<String, byte[]> hash;
    long expiresAtMillis;
    long bytes;

    private Entry(byte[] text, Map<String, byte[]> hash) {
      this.text = text;
      this.hash = hash;
      this.expiresAtMillis = Long.MAX_VALUE;
    }
  }

  /// Nothing stored yet.
  ///
  /// @param maxBytes of all keys and values
  public Keyspace(long maxBytes) {
    this.maxBytes = maxBytes;
    for (int i = 0; i < DATABASES; i++) {
      databases.add(new HashMap<>());
    }
  }

  /// The value of a key, or null; an expired one is gone.
  Entry get(int database, String key) {
    Map<String, Entry> entries = databases.get(database);
    if (entries.isEmpty()) {
      return null;
    }
    Entry entry = entries.get(key);
    if (entry != null
        && entry.expiresAtMillis != Long.MAX_VALUE
        && entry.expiresAtMillis <= System.currentTimeMillis()) {
      remove(database, key);
      return null;
    }
    return entry;
  }

  /// Stores a text.
  ///
  /// @return false where there is no room
  boolean put(int database, String key, byte[] text, long expiresAtMillis) {
    Entry entry = new Entry(text, null);
    entry.expiresAtMillis = expiresAtMillis;
    entry.bytes = ENTRY_BYTES + key.length() + (long) text.length;
    Entry old = get(database, key);
    long growth = entry.bytes - (old == null ? 0 : old.bytes);
    if (growth > 0 && usedBytes + growth > maxBytes) {
      return false;
    }
    usedBytes += growth;
    databases.get(database).put(key, entry);
    return true;
  }

  /// Sets a field of a hash, which is made where it is missing.
  ///
  /// @return false where there is no room
  boolean putField(int database, String key, String field, byte[] value) {
    Entry entry = get(database, key);
    long growth = ENTRY_BYTES + field.length() + (long) value.length;
    if (usedBytes + growth + ENTRY_BYTES > maxBytes) {
      return false;
    }
    if (entry == null) {
      entry = new Entry(null, new LinkedHashMap<>());
      entry.bytes = ENTRY_BYTES + (long) key.length();
      usedBytes += entry.bytes;
      databases.get(database).put(key, entry);
    }
    byte[] old = entry.hash.put(field, value);
    long change = old == null ? growth : (long) value.length - old.length;
    entry.bytes += change;
    usedBytes += change;
    return true;
  }

  /// Takes a field away, and the hash with its last one.
  boolean removeField(int database, String key, String field) {
    Entry entry = get(database, key);
    byte[] old = entry == null ? null : entry.hash.remove(field);
    if (old == null) {
      return false;
    }
    long change = ENTRY_BYTES + field.length() + (long) old.length;
    entry.bytes -= change;
    usedBytes -= change;
    if (entry.hash.isEmpty()) {
      remove(database, key);
    }
    return true;
  }

  boolean remove(int database, String key) {
    Entry old = databases.get(database).remove(key);
    if (old != null) {
      usedBytes -= old.bytes;
    }
    return old != null;
  }

  void clear(int database) {
    for (Entry entry : databases.get(database).values()) {
      usedBytes -= entry.bytes;
    }
    databases.get(database).clear();
  }

  int size(int database) {
    return databases.get(database).size();
  }

  List<String> keys(int database) {
    return new ArrayList<>(databases.get(database).keySet());
  }

  /// What is held now.
  ///
  /// @return bytes, estimated
  public long usedBytes() {
    return usedBytes;
  }
}
