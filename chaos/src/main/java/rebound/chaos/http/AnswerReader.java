package rebound.chaos.http;

/// Finds where an answer ends in bytes that come in any pieces. Used by one thread.
public interface AnswerReader {

  /// Makes ready for the next answer on this connection.
  ///
  /// @param method of the request that is answered
  /// @param memo heads seen before for this kind of request; may be shared by one thread's readers
  /// @param copy receives the decoded body, or null when nobody looks at it
  void begin(RequestMethod method, HeadMemo memo, BodyCopy copy);

  /// Takes bytes up to the end of the answer.
  ///
  /// @return index after the last byte taken; below `to` only when the answer is complete or failed
  int feed(byte[] bytes, int from, int to);

  /// The connection ended: completes an answer that lasts until then.
  ///
  /// @return true when the answer is complete
  boolean endOfStream();

  /// True when the answer has ended, and before the first [#begin].
  boolean isComplete();

  /// True when the bytes are no answer.
  boolean isFailed();

  /// True once the first byte of the answer was seen.
  boolean isStarted();

  /// True when the connection may carry another request after this answer.
  boolean isReusable();

  /// Status of the answer.
  int status();

  /// Bytes of the body after transfer decoding.
  long bodyBytes();
}
