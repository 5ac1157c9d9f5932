package rebound.fakedb.wire.resp;

/// The words of one command.
interface Words {
  /// How many, with the name of the command.
  int count();

  /// A word's bytes; a copy, or nobody else's.
  byte[] word(int index);

  /// A word as text of one byte a character, which keeps every byte apart.
  String text(int index);
}
