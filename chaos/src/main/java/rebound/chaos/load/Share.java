package rebound.chaos.load;

/// The part of a population that one of several loops carries.
///
/// @param index which loop, from 0
/// @param loops how many there are
record Share(int index, int loops) {
  /// This loop's part of a whole number; the parts add up to it.
  int of(int whole) {
    return (int) of((long) whole);
  }

  /// This loop's part of a whole number; the parts add up to it.
  long of(long whole) {
    return whole / loops + (index < whole % loops ? 1 : 0);
  }
}
