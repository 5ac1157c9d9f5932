package rebound.chaos.load;

import java.util.Map;
import java.util.SplittableRandom;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.websocket.EchoReader;
import rebound.chaos.websocket.Frames;
import rebound.chaos.websocket.Handshake;
import rebound.chaos.wire.Wire;

/// The messages of a WebSocket population: one payload under several masks, so that no mask is
/// used twice in a row and nothing has to be masked while the clock runs. Belongs to one lane.
final class Echo {
  private static final String USUAL_PATH = "/ws";
  private static final int MOST_MASKS = 64;
  private static final int MASKED_BYTES = 4 << 20;

  private final Handshake handshake;
  private final byte[] payload;
  private final SplittableRandom random;

  private Echo(Handshake handshake, byte[] payload, SplittableRandom random) {
    this.handshake = handshake;
    this.payload = payload;
    this.random = random;
  }

  /// The echo of a population, or null where it speaks HTTP. Its first request, if it has one,
  /// names the path and the headers of the handshake.
  static Echo of(Population population, Endpoint endpoint, long seed) {
    if (!(population.model() instanceof LoadModel.WebSocketEcho model)) {
      return null;
    }
    SplittableRandom random = new SplittableRandom(seed);
    boolean named = !population.requests().isEmpty();
    String path = named ? population.requests().getFirst().path() : USUAL_PATH;
    Map<String, String> headers = named ? population.requests().getFirst().headers() : Map.of();
    byte[] payload = new byte[model.messageBytes()];
    random.nextBytes(payload);
    Handshake handshake = new Handshake(path, endpoint.authority(), headers, random);
    return new Echo(handshake, payload, random);
  }

  static Mix mix(LoadModel.WebSocketEcho model, long seed) {
    return Mix.even(masks(model.messageBytes()), seed);
  }

  private static int masks(int messageBytes) {
    return Math.clamp(MASKED_BYTES / messageBytes, 2, MOST_MASKS);
  }

  RequestKind[] kinds() {
    RequestKind[] kinds = new RequestKind[masks(payload.length)];
    for (int i = 0; i < kinds.length; i++) {
      byte[] frame = Frames.masked(Frames.BINARY, payload, random);
      kinds[i] =
          new RequestKind(frame, RequestMethod.OTHER, Request.Expectation.status(EchoReader.RIGHT));
    }
    return kinds;
  }

  Greeting greeting(Wire wire) {
    return new Greeting(wire, handshake, payload, random.split());
  }
}
