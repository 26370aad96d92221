package io.godwit.kit.nodes;

import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Jars that work in the background on one database, of a kind that a test can stop at a point and kill there. */
public final class JobNodes implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Path pauses = temporary();

    /** One more node; the caller closes it. */
    public JarServer start() {
        return JarServer.start(Map.ofEntries(
                Map.entry("GODWIT_DATABASE_URL", db.url()),
                Map.entry("GODWIT_SECRETS_SIGNING_KEY", "01".repeat(32)),
                Map.entry("GODWIT_SECRETS_ENCRYPTION_KEY", "02".repeat(32)),
                Map.entry("GODWIT_DEMO_ENABLED", "true"),
                Map.entry("GODWIT_MAIL_CATCHER_ENABLED", "true"),
                Map.entry("GODWIT_RATE_LIMIT_PER_MINUTE", "0"),
                Map.entry("GODWIT_HTTP_LAME_DUCK", "0s"),
                Map.entry("GODWIT_JOBS_LEASE", "2s"),
                Map.entry("GODWIT_JOBS_RETRY", "1s"),
                Map.entry("GODWIT_SEGMENTS_LEASE", "2s"),
                Map.entry("JAVA_TOOL_OPTIONS", GodwitJar.shortLived() + " -Dgodwit.failpoints=" + pauses)));
    }

    public TestDatabase db() {
        return db;
    }

    public static JobApi client(JarServer node, String key) {
        return new JobApi(node.api(), key);
    }

    /** Returns when work has stopped at the point. */
    public void stopAt(String point) {
        arm(point);
        awaitReached(point);
    }

    /** From now on all work stops there. */
    public void arm(String point) {
        try {
            Files.writeString(pauses.resolve(point), "");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void awaitReached(String point) {
        await().atMost(JobApi.TIMEOUT).until(() -> Files.exists(pauses.resolve(point + "-reached")));
    }

    /** Nothing stops any more. */
    public void forget() {
        vertx.fileSystem().deleteRecursive(pauses.toString()).await();
        vertx.fileSystem().mkdirs(pauses.toString()).await();
    }

    /** A row for each contact, all of them unsubscribed. */
    public static String rows(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> name + number + "@example.com,no," + number)
                .collect(Collectors.joining("\n", "email,subscribed,number\n", "\n"));
    }

    @Override
    public void close() {
        db.close();
        vertx.fileSystem().deleteRecursive(pauses.toString()).await();
        vertx.close().await();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("godwit-pauses-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
