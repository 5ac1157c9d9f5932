package rebound.chaos.load;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Which request comes next: a deck in which each request has its share by weight, shuffled with
/// the seed and dealt round and round. Drawing allocates nothing. Used by one thread.
final class Mix {
  private static final int MOST_CARDS = 1 << 14;

  private final int[] deck;
  private int next;

  private Mix(int[] weights, long seed) {
    long total = 0;
    for (int weight : weights) {
      total += weight;
    }
    // Whole decks where they fit; else each has its share of one as near as a card allows.
    long cards = total <= MOST_CARDS ? total * (MOST_CARDS / Math.max(1, total)) : MOST_CARDS;
    deck = new int[(int) Math.max(cards, weights.length)];
    double due = 0;
    int at = 0;
    for (int i = 0; i < weights.length; i++) {
      due += (double) weights[i] / total * deck.length;
      while (at < Math.min(deck.length, Math.round(due))) {
        deck[at++] = i;
      }
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = deck.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int card = deck[i];
      deck[i] = deck[other];
      deck[other] = card;
    }
  }

  /// The mix of a population's requests.
  static Mix of(List<Request> requests, long seed) {
    return new Mix(requests.stream().mapToInt(Request::weight).toArray(), seed);
  }

  /// A mix of so many alike.
  static Mix even(int kinds, long seed) {
    int[] weights = new int[kinds];
    Arrays.fill(weights, 1);
    return new Mix(weights, seed);
  }

  int next() {
    int card = deck[next];
    next = next + 1 == deck.length ? 0 : next + 1;
    return card;
  }
}
