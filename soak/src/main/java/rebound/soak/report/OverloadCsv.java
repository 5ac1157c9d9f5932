package rebound.soak.report;

import java.util.List;
import rebound.soak.evidence.overload.CellRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.evidence.overload.SurfaceRecord;

/// `overload.csv` and `surface.csv`: a line for each step and for each cell.
public final class OverloadCsv {
  private OverloadCsv() {}

  /// The steps of an overload.
  public static String steps(OverloadRecord overload) {
    StringBuilder text =
        new StringBuilder(
            "phase,way,nominal,multiple,offeredPerSecond,goodPerSecond,fraction,"
                + "attainablePerSecond,efficiency,admittedP99Millis,shedP99Millis,shedRatio,"
                + "honesty,cpuMicrosPerGood,recoveredSeconds,recovered,trusted\n");
    overload.steps().forEach(it -> text.append(line("step", it)));
    overload.up().forEach(it -> text.append(line("up", it)));
    overload.down().forEach(it -> text.append(line("down", it)));
    return text.toString();
  }

  /// The cells of a grid.
  public static String cells(SurfaceRecord surface) {
    StringBuilder text =
        new StringBuilder(
            "phase,delayMillis,connections,goodPerSecond,ceilingRatio,meanMillis,littleMillis,"
                + "p99Millis,shedRatio,past,trusted\n");
    for (CellRecord cell : surface.cells()) {
      text.append(
          join(
              List.of(
                  cell.phase(),
                  number(cell.delayMillis()),
                  String.valueOf(cell.connections()),
                  number(cell.perSecond()),
                  number(cell.ceilingRatio()),
                  number(cell.meanMillis()),
                  number(cell.littleMillis()),
                  number(cell.p99Millis()),
                  number(cell.shedRatio()),
                  String.valueOf(cell.past()),
                  String.valueOf(cell.trusted()))));
    }
    return text.toString();
  }

  private static String line(String way, StepRecord step) {
    return join(
        List.of(
            step.phase(),
            way,
            number(step.nominal()),
            number(step.multiple()),
            number(step.offeredPerSecond()),
            number(step.goodPerSecond()),
            number(step.fraction()),
            number(step.attainablePerSecond()),
            number(step.efficiency()),
            number(step.admittedP99Millis()),
            number(step.shedP99Millis()),
            number(step.shedRatio()),
            number(step.honesty()),
            number(step.cpuMicrosPerGood()),
            number(step.recoveredSeconds()),
            step.recovered() == null ? "" : String.valueOf(step.recovered()),
            String.valueOf(step.trusted())));
  }

  private static String join(List<String> cells) {
    return String.join(",", cells) + "\n";
  }

  private static String number(Double value) {
    return value == null ? "" : String.valueOf(Math.round(value * 1e4) / 1e4);
  }
}
