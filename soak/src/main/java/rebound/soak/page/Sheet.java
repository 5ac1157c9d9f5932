package rebound.soak.page;

import java.util.List;

/// A table of a page.
///
/// @param caption what it shows
/// @param header a heading a column
/// @param rows the cells of each row, as many as there are headings
public record Sheet(String caption, List<String> header, List<List<Cell>> rows) {

  /// Copies the lists; refuses a row of another length.
  public Sheet {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Cell> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            caption + ": a row has " + row.size() + " cells under " + header.size() + " headings");
      }
    }
  }

  /// True where a column holds text, which stands left.
  boolean hasWords(int column) {
    return !rows.isEmpty() && rows.getFirst().get(column).words();
  }

  /// A cell.
  ///
  /// @param text what stands in it
  /// @param value by which it is sorted; null for its text
  /// @param words true for text, which stands left and may be broken
  /// @param link where the text leads to; null without
  /// @param spark a small line in the place of text; null without
  /// @param style of the text: a verdict's class, or null
  public record Cell(
      String text, Double value, boolean words, String link, Spark spark, String style) {
    /// Text.
    public static Cell text(String text) {
      return new Cell(text, null, true, null, null, null);
    }

    /// A figure.
    ///
    /// @param value by which it is sorted; null where there is none
    public static Cell figure(String text, Double value) {
      return new Cell(text, value, false, null, null, null);
    }

    /// A figure as people read it, or a dash for null.
    public static Cell number(Double value) {
      return figure(Words.number(value), value);
    }

    /// A small line.
    public static Cell line(Spark spark) {
      return new Cell(spark.words(), null, true, null, spark, null);
    }

    /// The same, leading to a page.
    public Cell linked(String href) {
      return new Cell(text, value, words, href, spark, style);
    }

    /// The same, in the colour of a verdict.
    public Cell styled(rebound.soak.evidence.Verdict verdict) {
      return new Cell(
          Words.sign(verdict) + " " + text, value, words, link, spark, Words.style(verdict));
    }
  }
}
