package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.db.TestDatabase;
import io.godwit.kit.Elapsed;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysWithoutDatabaseTest {

    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final TcpProxy wire = TcpProxy.to(vertx, "127.0.0.1", db.port());
    private Database database;
    private ProjectService projects;
    private String key;

    @BeforeEach
    void start() {
        var url = db.url().replace(":" + db.port() + "/", ":" + wire.port() + "/");
        database = Database.open(vertx, new DatabaseSettings(Optional.of(url), directory, 2, 2))
                .await();
        projects =
                ProjectService.start(vertx, database, Bus.on(vertx), crypto()).await();
        key = database.transaction(tx -> projects.create(tx, "A shop"))
                .await()
                .keys()
                .secretKey();
    }

    @AfterEach
    void stop() {
        wire.pass();
        projects.stop().await();
        database.close().await();
        wire.close();
        db.close();
        vertx.close().await();
    }

    @Test
    void aCachedKeyIsTrustedForTwoSecondsAndThenNeitherTrustedNorCalledUnknown() {
        // Again when the machine paused for so long that the trust was over before the question.
        await().atMost(Duration.ofSeconds(60)).until(this::isTrustedWithoutDatabase);

        assertThat(Elapsed.whileTrue(() -> !answerTo(key).equals(Kind.SERVICE_UNAVAILABLE.name())))
                .isLessThan(KeysVersion.TRUST.multipliedBy(2).plusMillis(500));
    }

    /** Asks at once after the database has fallen silent, and leaves it silent. */
    private boolean isTrustedWithoutDatabase() {
        wire.pass();
        await().atMost(Duration.ofSeconds(60)).until(() -> answerTo(key).equals("opens"));
        wire.stall();
        return answerTo(key).equals("opens");
    }

    @Test
    void aKeyOpensAgainWhenTheDatabaseIsBack() {
        answerTo(key);
        wire.stall();
        await().atMost(Duration.ofSeconds(30)).until(() -> !answerTo(key).equals("opens"));

        wire.pass();

        await().atMost(Duration.ofSeconds(30)).until(() -> answerTo(key).equals("opens"));
    }

    @Test
    void anUnknownKeyIsNotCalledUnknownByANodeThatCannotAsk() {
        wire.stall();

        assertThat(answerTo(ApiKeyPair.random().secretKey())).isEqualTo(Kind.SERVICE_UNAVAILABLE.name());
    }

    private String answerTo(String candidate) {
        return projects.keys()
                .authenticate(candidate)
                .map("opens")
                .otherwise(error -> ((Failure) error).kind().name())
                .await();
    }

    private static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }
}
