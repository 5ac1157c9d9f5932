package rebound.chaos.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.measure.DriverReport;

/// What this driver can do on this machine, now: measured against a responder that does nothing.
///
/// @param closedPerSecond requests per second of 64 connections that wait for their answers
/// @param trustedPerSecond highest rate tried at which an open model kept time by all checks; 0
/// when none did
/// @param quietLagP99Millis lag at the 99th percentile at the lowest rate tried: what timers alone
/// cost here
public record Calibration(
    double closedPerSecond, double trustedPerSecond, double quietLagP99Millis) {
  private static final int CONNECTIONS = 64;
  private static final double[] SHARES = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  private static final double QUIET_SHARE = 0.05;

  static Calibration of(LoadDriver driver, Duration each) throws InterruptedException {
    try (NullResponder responder = new NullResponder()) {
      Endpoint endpoint = responder.endpoint();
      Calibration quiet = quietly(driver, endpoint, each);
      for (double share : SHARES) {
        double rate = quiet.closedPerSecond * share;
        if (open(driver, endpoint, rate, each).trusted()) {
          return new Calibration(quiet.closedPerSecond, rate, quiet.quietLagP99Millis);
        }
      }
      return quiet;
    } catch (IOException e) {
      throw new UncheckedIOException("the driver cannot be calibrated on loopback", e);
    }
  }

  /// Without the search for the highest rate, which stands as 0.
  static Calibration quietly(LoadDriver driver, Duration each) throws InterruptedException {
    try (NullResponder responder = new NullResponder()) {
      return quietly(driver, responder.endpoint(), each);
    } catch (IOException e) {
      throw new UncheckedIOException("the driver cannot be calibrated on loopback", e);
    }
  }

  private static Calibration quietly(LoadDriver driver, Endpoint endpoint, Duration each)
      throws InterruptedException {
    LoadModel closed = new LoadModel.Closed(CONNECTIONS, 1, Duration.ZERO);
    drive(driver, endpoint, closed, each);
    double most =
        drive(driver, endpoint, closed, each).populations().getFirst().throughputPerSecond();
    return new Calibration(
        most, 0, open(driver, endpoint, most * QUIET_SHARE, each).lagP99Millis());
  }

  private static DriverReport open(
      LoadDriver driver, Endpoint endpoint, double perSecond, Duration each)
      throws InterruptedException {
    LoadModel model = new LoadModel.Open(new Arrivals.Constant(perSecond), CONNECTIONS, 4_096);
    return drive(driver, endpoint, model, each).driver();
  }

  private static Traffic.Result drive(
      LoadDriver driver, Endpoint endpoint, LoadModel model, Duration each)
      throws InterruptedException {
    Population population =
        new Population(
            "calibration",
            model,
            List.of(Request.get("/")),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            CatchUp.IMMEDIATE,
            true,
            0);
    try (Traffic traffic = driver.prepare(endpoint, List.of(population), 1)) {
      traffic.open(Duration.ofSeconds(5));
      traffic.start(System.nanoTime(), each.toNanos());
      return traffic.await();
    }
  }
}
