package rebound.fakedb.latency;

import rebound.fakedb.words.Durations;

/// Draws delays from a model.
@FunctionalInterface
public interface DelaySource {
  /// The delay of one request: the same for the same bits, except where the model depends on the
  /// time.
  ///
  /// @param bits of the request, from [Draw#bits]
  /// @param nowNanos since the start of the experiment
  /// @param answerBytes how large its answer is
  /// @return nanoseconds, from 0 to an hour
  long nanos(long bits, long nowNanos, long answerBytes);

  /// What draws from that model.
  ///
  /// @param model says how
  /// @param seed of the bursts
  /// @return a source; of one thread only
  static DelaySource of(LatencyModel model, long seed) {
    return switch (model) {
      case LatencyModel.Fixed m -> (bits, now, bytes) -> m.nanos();
      case LatencyModel.Uniform m ->
          (bits, now, bytes) ->
              m.minNanos() + Math.round(Draw.unit(bits) * (double) (m.maxNanos() - m.minNanos()));
      case LatencyModel.Normal m -> (bits, now, bytes) -> normal(m, bits);
      case LatencyModel.Exponential m ->
          (bits, now, bytes) -> bounded(-m.meanNanos() * Math.log1p(-Draw.unit(bits)));
      case LatencyModel.Lognormal m -> lognormal(m);
      case LatencyModel.Pareto m ->
          (bits, now, bytes) ->
              Math.min(
                  m.maxNanos(),
                  bounded(m.minNanos() * Math.pow(1 - Draw.unit(bits), -1 / m.alpha())));
      case LatencyModel.Bimodal m -> bimodal(m, seed);
      case LatencyModel.Modulated m -> new Bursts(m, seed);
      case LatencyModel.Empirical m -> empirical(m);
      case LatencyModel.Sized m -> sized(m, seed);
      case LatencyModel.Capped m -> {
        DelaySource inner = of(m.model(), seed);
        yield (bits, now, bytes) -> Math.min(m.maxNanos(), inner.nanos(bits, now, bytes));
      }
    };
  }

  /// The mean of what is drawn, caps and redraws included, of an empty answer: over ten thousand
  /// evenly spread quantiles, and over ten thousand instants where the model depends on time.
  ///
  /// @param model says how
  /// @param seed of the bursts
  /// @return nanoseconds
  static double meanNanos(LatencyModel model, long seed) {
    if (model instanceof LatencyModel.Modulated m) {
      double total = (double) m.goodStayNanos() + m.badStayNanos();
      return (meanNanos(m.good(), seed) * m.goodStayNanos()
              + meanNanos(m.bad(), seed) * m.badStayNanos())
          / total;
    }
    DelaySource source = of(model, seed);
    int draws = 10_000;
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += source.nanos((long) ((i + 0.5) / draws * 0x1.0p53) << 11, i * 1_000_000L, 0);
    }
    return sum / draws;
  }

  private static long bounded(double nanos) {
    return Math.clamp(Math.round(nanos), 0, Durations.MAX_NANOS);
  }

  private static long normal(LatencyModel.Normal model, long bits) {
    long draw = bits;
    for (int i = 1; i <= 64; i++) {
      double value = model.meanNanos() + model.sigmaNanos() * Normals.inverse(Draw.unit(draw));
      if (value >= 0) {
        return bounded(value);
      }
      draw = Draw.further(bits, i);
    }
    return 0;
  }

  private static DelaySource lognormal(LatencyModel.Lognormal model) {
    double mu = Math.log((double) model.medianNanos());
    double sigma = Math.log((double) model.p99Nanos() / model.medianNanos()) / Normals.inverse(.99);
    return (bits, now, bytes) -> bounded(Math.exp(mu + sigma * Normals.inverse(Draw.unit(bits))));
  }

  private static DelaySource bimodal(LatencyModel.Bimodal model, long seed) {
    DelaySource first = of(model.first(), seed);
    DelaySource second = of(model.second(), seed);
    return (bits, now, bytes) ->
        (Draw.unit(bits) < model.share() ? first : second).nanos(Draw.further(bits, 1), now, bytes);
  }

  private static DelaySource sized(LatencyModel.Sized model, long seed) {
    DelaySource base = of(model.base(), seed);
    double nanosPerByte = 1e9 / model.bytesPerSecond();
    return (bits, now, bytes) -> bounded(base.nanos(bits, now, bytes) + bytes * nanosPerByte);
  }

  private static DelaySource empirical(LatencyModel.Empirical model) {
    long total = 0;
    for (Quantiles interval : model.intervals()) {
      total += interval.lengthNanos();
    }
    if (model.intervals().size() == 1 || total == 0) {
      Quantiles only = model.intervals().getFirst();
      return (bits, now, bytes) -> only.at(Draw.unit(bits));
    }
    long cycle = total;
    return (bits, now, bytes) -> {
      long left = Math.floorMod(now, cycle);
      for (Quantiles interval : model.intervals()) {
        left -= interval.lengthNanos();
        if (left < 0) {
          return interval.at(Draw.unit(bits));
        }
      }
      return model.intervals().getLast().at(Draw.unit(bits));
    };
  }
}
