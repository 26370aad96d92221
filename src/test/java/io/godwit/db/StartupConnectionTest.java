package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests what an operator reads when the database named in the settings is not as it should be. */
@CloseFields
final class StartupConnectionTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    private final Vertx vertx = Vertx.vertx();
    private final DatabaseUrl url = TestPostgres.newDatabase();

    @Test
    void aWrongPasswordIsToldAtOnce() {
        var wrong = with(new PgConnectOptions(url.options()).setPassword("guess"));

        assertThatThrownBy(() -> StartupConnection.await(wrong, Duration.ofMinutes(1), () -> true))
                .hasMessageContaining("refuses the user godwit or its password")
                .hasMessageContaining("GODWIT_DATABASE_URL")
                .hasMessageNotContaining("guess");
    }

    @Test
    void aMissingDatabaseIsToldAtOnce() {
        assertThatThrownBy(() -> StartupConnection.await(url.at("nowhere"), Duration.ofMinutes(1), () -> true))
                .hasMessageContaining("has no database nowhere: create it");
    }

    @Test
    void aServerThatIsNotThereIsToldAfterAWhile() {
        var away = with(new PgConnectOptions(url.options()).setPort(1));

        assertThatThrownBy(() -> StartupConnection.await(away, SHORT, () -> true))
                .hasMessageContaining("127.0.0.1:1 does not answer")
                .hasMessageContaining("start it");
    }

    @Test
    void aStartThatWaitsSaysSo() {
        var logger = (Logger) LoggerFactory.getLogger(StartupConnection.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        var away = with(new PgConnectOptions(url.options()).setPort(1));
        try {
            assertThatThrownBy(() -> StartupConnection.await(away, Duration.ofMillis(3_500), () -> true))
                    .hasMessageContaining("does not answer");
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(lines.list).extracting(ILoggingEvent::getMessage).containsExactly("Waiting for PostgreSQL");
    }

    @Test
    void aServerThatComesLaterIsWaitedFor() {
        var port = FreePorts.free();
        var waiting = CompletableFuture.runAsync(() -> StartupConnection.await(
                with(new PgConnectOptions(url.options()).setPort(port)), Duration.ofMinutes(1), () -> true));

        var listener = TcpProxy.on(vertx, port, "127.0.0.1", url.options().getPort());

        assertThat(waiting).succeedsWithin(Duration.ofSeconds(60));
        listener.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 14, 19})
    void anotherVersionIsRefused(int version) {
        assertThatThrownBy(() -> StartupConnection.checkVersion(version))
                .hasMessage("The database is PostgreSQL " + version
                        + ", and Godwit works with 15 to 18: name another one with GODWIT_DATABASE_URL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mysql://a:b@c/d",
                "postgresql://a:b@c:port/d",
                "postgresql://u:p@h/d?sslmode=perhaps",
                "postgresql://h/d",
                "postgresql://u:p@h"
            })
    void aUrlThatIsNoneIsRefusedWithItsForm(String text) {
        var settings = new DatabaseSettings(Optional.of(text), Path.of("."), 1, 1);

        assertThatThrownBy(() -> Database.open(vertx, settings).await())
                .hasMessageContaining("postgresql://user:password@host:port/name");
    }

    private static DatabaseUrl with(PgConnectOptions options) {
        return new DatabaseUrl(options, Optional.empty());
    }
}
