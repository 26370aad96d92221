package io.godwit.web.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import io.godwit.web.lists.CursorCodec.Position;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorCodecTest {

    private final CursorCodec cursors = new CursorCodec(new byte[32]);
    private final ProjectId project = new ProjectId(UUID.randomUUID());
    private final Position position = new Position("2026-11-20T10:00:00.123Z ü", UUID.randomUUID());

    @Test
    void aCursorIsReadAsItWasWritten() {
        var cursor = cursors.write("/emails", "status\0SENT\0", project, position);

        assertThat(cursor).matches("[A-Za-z0-9_-]+");
        assertThat(cursors.read("/emails", "status\0SENT\0", project, cursor)).isEqualTo(position);
    }

    @Test
    void aCursorOfAnotherEndpointFilterProjectOrKeyIsAMistake() {
        var cursor = cursors.write("/emails", "status\0SENT\0", project, position);

        assertMistake(() -> cursors.read("/events", "status\0SENT\0", project, cursor));
        assertMistake(() -> cursors.read("/emails", "", project, cursor));
        assertMistake(() -> cursors.read("/emails", "status\0OPENED\0", project, cursor));
        assertMistake(() -> cursors.read("/emails", "status\0SENT\0", new ProjectId(UUID.randomUUID()), cursor));
        assertMistake(() -> new CursorCodec("another key".getBytes(StandardCharsets.UTF_8))
                .read("/emails", "status\0SENT\0", project, cursor));
    }

    @Test
    void aCutOrChangedCursorIsAMistake() {
        var cursor = cursors.write("/emails", "status\0SENT\0", project, position);

        for (var length = 0; length < cursor.length(); length++) {
            var cut = cursor.substring(0, length);
            assertMistake(() -> cursors.read("/emails", "status\0SENT\0", project, cut));
        }
        assertMistake(() -> cursors.read(
                "/emails", "status\0SENT\0", project, (cursor.charAt(0) == 'A' ? 'B' : 'A') + cursor.substring(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "!", "1", "018f0000-0000-7000-8000-000000000000", "=", "é"})
    void anythingElseIsAMistake(String cursor) {
        assertMistake(() -> cursors.read("/emails", "status\0SENT\0", project, cursor));
        assertMistake(() -> cursors.read("/emails", "status\0SENT\0", project, cursor.repeat(10_000)));
    }

    private static void assertMistake(org.assertj.core.api.ThrowableAssert.ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOfSatisfying(Failure.class, failure -> assertThat(failure.kind())
                .isEqualTo(Kind.VALIDATION_ERROR));
    }
}
