package rebound.fakedb.latency;

/// Good and bad times, one after the other, the same in every run with one seed. Draws that do not
/// depend on the time never make bursts. Of one thread only.
final class Bursts implements DelaySource {
  private final LatencyModel.Modulated model;
  private final long seed;
  private final DelaySource good;
  private final DelaySource bad;
  private long stays;
  private long untilNanos;

  Bursts(LatencyModel.Modulated model, long seed) {
    this.model = model;
    this.seed = seed;
    this.good = DelaySource.of(model.good(), seed);
    this.bad = DelaySource.of(model.bad(), seed);
  }

  @Override
  public long nanos(long bits, long nowNanos, long answerBytes) {
    return (isBad(nowNanos) ? bad : good).nanos(bits, nowNanos, answerBytes);
  }

  /// Odd stays are good, even ones bad; asking for the past answers with the present.
  private boolean isBad(long nowNanos) {
    while (nowNanos >= untilNanos) {
      stays++;
      long mean = stays % 2 == 1 ? model.goodStayNanos() : model.badStayNanos();
      double unit = Draw.unit(Draw.bits(seed, 0x6275727374L, stays));
      untilNanos += 1 + Math.round(-mean * Math.log1p(-unit));
    }
    return stays % 2 == 0;
  }
}
