package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Failure;
import io.vertx.core.VertxException;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SqlErrorKindTest {

    @ParameterizedTest
    @CsvSource({
        "08000, OUTAGE",
        "08006, OUTAGE",
        "08P01, OUTAGE",
        "53100, OUTAGE",
        "53200, OUTAGE",
        "53300, OUTAGE",
        "57P01, OUTAGE",
        "57P02, OUTAGE",
        "57P03, OUTAGE",
        "57P05, OUTAGE",
        "58000, OUTAGE",
        "58030, OUTAGE",
        "25006, OUTAGE",
        "40001, CONFLICT",
        "40P01, CONFLICT",
        "40003, CONFLICT",
        "55P03, BUSY",
        "55006, BUSY",
        "57014, BUSY",
        "21000, CONTENT",
        "22001, CONTENT",
        "22P02, CONTENT",
        "22021, CONTENT",
        "23505, CONTENT",
        "23514, CONTENT",
        "54000, CONTENT",
        "54001, CONTENT",
        "P0001, CONTENT",
        "0A000, BUG",
        "25001, BUG",
        "26000, BUG",
        "28000, BUG",
        "3D000, BUG",
        "42601, BUG",
        "42P01, BUG",
        "42501, BUG",
        "XX000, BUG",
        "XX001, BUG",
        "'', BUG",
        "null, BUG"
    })
    void aStateOfPostgresHasOneKind(String state, SqlErrorKind kind) {
        var refusal = new PgException("It is refused", "ERROR", state.equals("null") ? null : state, "");

        assertThat(SqlErrorKind.of(refusal)).isEqualTo(kind);
    }

    static Stream<Throwable> outages() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new IOException("Connection reset"),
                new TimeoutException("5 s"),
                new ReplyException(ReplyFailure.TIMEOUT),
                new StatementTimeoutException(Duration.ofSeconds(5)),
                Failure.later(Failure.Kind.SERVICE_UNAVAILABLE, "Later", 1));
    }

    @ParameterizedTest
    @MethodSource("outages")
    void whatKeepsAStatementFromItsAnswerIsAnOutage(Throwable cause) {
        assertThat(SqlErrorKind.of(cause)).isEqualTo(SqlErrorKind.OUTAGE);
    }

    @Test
    void aMistakeOfOursIsABugAndARefusalOfOursIsAboutItsContent() {
        assertThat(SqlErrorKind.of(new NullPointerException())).isEqualTo(SqlErrorKind.BUG);
        assertThat(SqlErrorKind.of(new StackOverflowError())).isEqualTo(SqlErrorKind.BUG);
        assertThat(SqlErrorKind.of(new VertxException("Parameter at position[0] is of the wrong class")))
                .isEqualTo(SqlErrorKind.BUG);
        assertThat(SqlErrorKind.of(Failure.of(Failure.Kind.VALIDATION_ERROR, "It does not fit")))
                .isEqualTo(SqlErrorKind.CONTENT);
    }

    @Test
    void onlyAnOutageAConflictAndABusyServerPassByThemselves() {
        assertThat(Stream.of(SqlErrorKind.values()).filter(SqlErrorKind::isTransient))
                .containsExactly(SqlErrorKind.OUTAGE, SqlErrorKind.CONFLICT, SqlErrorKind.BUSY);
    }
}
