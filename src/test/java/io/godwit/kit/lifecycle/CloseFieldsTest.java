package io.godwit.kit.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fields are closed in the order {@link CloseFields} promises; {@link Closed} reads it when all of them are. */
@ExtendWith(CloseFieldsTest.Closed.class)
@CloseFields
class CloseFieldsTest {

    private static final List<String> CLOSED = new ArrayList<>();

    static final AutoCloseable FIRST = () -> CLOSED.add("first of the class");
    static final AutoCloseable ABSENT = null;
    static final Vertx VERTX = Vertx.vertx();
    static final AutoCloseable LAST = () -> CLOSED.add("last of the class");

    final AutoCloseable outer = () -> CLOSED.add("first of a test");
    final AutoCloseable inner = () -> CLOSED.add("last of a test");

    @RepeatedTest(2)
    void nothingIsClosedWhileATestRuns() {
        assertThat(CLOSED.size() % 2).isZero();
        assertThat(CLOSED).doesNotContain("last of the class");
    }

    /** Its callback runs after that of {@link CloseFields}, which is registered later. */
    static final class Closed implements AfterAllCallback {

        @Override
        public void afterAll(ExtensionContext context) {
            assertThat(CLOSED)
                    .containsExactly(
                            "last of a test",
                            "first of a test",
                            "last of a test",
                            "first of a test",
                            "last of the class",
                            "first of the class");
        }
    }
}
