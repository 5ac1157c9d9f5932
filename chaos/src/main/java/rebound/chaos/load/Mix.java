package rebound.chaos.load;

import java.util.List;
import java.util.SplittableRandom;

/// Which request comes next: a deck in which each request has its share by weight, shuffled with
/// the seed and dealt round and round. Drawing allocates nothing. Used by one thread.
final class Mix {
  private static final int MOST_CARDS = 1 << 14;

  private final int[] deck;
  private int next;

  Mix(List<Request> requests, long seed) {
    long weights = 0;
    for (Request request : requests) {
      weights += request.weight();
    }
    int copies = weights == 0 ? 0 : (int) Math.max(1, MOST_CARDS / weights);
    long cards = Math.min(weights * copies, Math.max(MOST_CARDS, requests.size()));
    deck = new int[(int) cards];
    int at = 0;
    double due = 0;
    for (int i = 0; i < requests.size(); i++) {
      due += (double) requests.get(i).weight() / weights * cards;
      while (at < Math.min(cards, Math.round(due))) {
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

  int next() {
    int card = deck[next];
    next = next + 1 == deck.length ? 0 : next + 1;
    return card;
  }
}
