package rebound.soak.planfile;

/// One thing that is wrong in a file, and where.
///
/// @param where file, line and column, for example `storm.yaml:4:15`, or the `--set` that caused it
/// @param line the line, 0 where there is none
/// @param column the column, 0 where there is none
/// @param what the setting, its value and the remedy
record Complaint(String where, int line, int column, String what) {
  @Override
  public String toString() {
    return where + ": " + what;
  }
}
