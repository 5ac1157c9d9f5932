package rebound.server.todo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TodoStoreTest {
  // Six bytes of JSON a character.
  private static final TodoDraft LONG = new TodoDraft("\u0001".repeat(1_000), false);
  private static final TodoDraft SHORT = new TodoDraft("a", false);

  private final TodoStore store = new TodoStore();

  @Test
  void holdsSoManyBytesAndNoMore() throws TodoStore.FullException {
    int created = 0;
    try {
      while (created < TodoStore.LIMIT) {
        store.create(LONG);
        created++;
      }
    } catch (TodoStore.FullException full) {
      assertThat(full).hasMessageContaining("1048576 bytes");
    }

    assertThat(created).isBetween(150, 175);
    assertThat(store.list().length).isBetween(1_000_000, TodoStore.LIMIT_BYTES + 1_000);
    assertThatThrownBy(() -> store.create(LONG)).isInstanceOf(TodoStore.FullException.class);
    assertThatThrownBy(() -> store.update(1, LONG)).isInstanceOf(TodoStore.FullException.class);
    assertThat(store.read(1).orElseThrow()).asString(UTF_8).contains("todo 1");
    // What makes it smaller makes room.
    assertThat(store.update(51, SHORT)).isPresent();
    assertThat(store.update(1, LONG)).isPresent();
  }

  @Test
  void numbersGoOnAfterOneThatFoundNoRoom() throws TodoStore.FullException {
    int last = store.create(SHORT).id();
    assertThat(store.delete(last)).isTrue();
    assertThat(store.create(SHORT).id()).isEqualTo(last + 1);
    assertThat(store.list()).asString(UTF_8).startsWith("[{").endsWith("}]").contains("},{");
  }

  @Test
  void anEmptyOneIsAnEmptyArray() {
    for (int id = 1; id <= 50; id++) {
      assertThat(store.delete(id)).isTrue();
    }
    assertThat(store.list()).asString(UTF_8).isEqualTo("[]");
  }
}
