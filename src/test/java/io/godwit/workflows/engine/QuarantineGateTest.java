package io.godwit.workflows.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class QuarantineGateTest {

    private final QuarantineGate gate = new QuarantineGate();
    private final List<String> begun = new ArrayList<>();
    private final Map<String, Promise<Void>> nameToWork = new HashMap<>();

    private Supplier<Future<Void>> work(String name) {
        return () -> {
            begun.add(name);
            return nameToWork
                    .computeIfAbsent(name, ignored -> Promise.promise())
                    .future();
        };
    }

    @Test
    void batchesAreCarriedOnSideBySideAndASuspectAlone() {
        gate.beside(work("a"));
        gate.beside(work("b"));
        gate.alone(work("suspect"));
        gate.beside(work("c"));
        assertThat(begun).containsExactly("a", "b");

        nameToWork.get("a").complete();
        assertThat(begun).containsExactly("a", "b");
        nameToWork.get("b").complete();
        assertThat(begun).containsExactly("a", "b", "suspect");
        nameToWork.get("suspect").complete();

        assertThat(begun).containsExactly("a", "b", "suspect", "c");
    }

    @Test
    void whatFailsLetsTheOthersInAllTheSame() {
        var failed = gate.alone(work("suspect"));
        gate.beside(work("next"));

        nameToWork.get("suspect").fail("lost");

        assertThat(failed.failed()).isTrue();
        assertThat(begun).containsExactly("suspect", "next");
    }
}
