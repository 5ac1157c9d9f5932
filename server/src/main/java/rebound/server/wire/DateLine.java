package rebound.server.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The Date header, formatted once a second. Belongs to one loop's thread.
final class DateLine {
  private static final String[] DAYS = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
  private static final String[] MONTHS = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
  };
  private static final int SECONDS_A_DAY = 86_400;

  private long second = -1;
  private byte[] line = {};

  byte[] bytes() {
    long now = System.currentTimeMillis() / 1000;
    if (now != second) {
      second = now;
      line = ("Date: " + format(now) + "\r\n").getBytes(US_ASCII);
    }
    return line;
  }

  /// An instant as RFC 9110 writes it. The calendar is Howard Hinnant's `civil_from_days`; the
  /// JDK's formatter would load some two hundred classes for this one line.
  static String format(long epochSecond) {
    long day = Math.floorDiv(epochSecond, SECONDS_A_DAY);
    int ofDay = (int) Math.floorMod(epochSecond, (long) SECONDS_A_DAY);
    long shifted = day + 719_468;
    long era = Math.floorDiv(shifted, 146_097);
    long ofEra = shifted - era * 146_097;
    long yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    long ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long fromMarch = (5 * ofYear + 2) / 153;
    long ofMonth = ofYear - (153 * fromMarch + 2) / 5 + 1;
    int month = (int) (fromMarch < 10 ? fromMarch + 2 : fromMarch - 10);
    long year = yearOfEra + era * 400 + (month <= 1 ? 1 : 0);
    StringBuilder text = new StringBuilder(29);
    text.append(DAYS[(int) Math.floorMod(day, 7L)]).append(", ");
    two(text, (int) ofMonth).append(' ').append(MONTHS[month]).append(' ').append(year).append(' ');
    two(text, ofDay / 3600).append(':');
    two(text, ofDay / 60 % 60).append(':');
    return two(text, ofDay % 60).append(" GMT").toString();
  }

  private static StringBuilder two(StringBuilder text, int value) {
    return text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }
}
