package io.godwit.smtp.catcher;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.server.SmtpHandler;
import io.godwit.smtp.server.SmtpServer;
import io.godwit.smtp.server.SmtpServerSettings;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Catches sent messages where no relay is configured: it listens on a free port of the loopback interface, keeps the messages
 * in a folder and shows them on {@code /dev/mailbox}. Messages reach it as they reach any relay; only the address differs.
 */
public final class MailCatcher {

    private static final String LOOPBACK = "127.0.0.1";
    /** Threads that write files: writing is quick, and two keep a slow disk from blocking the pages. */
    private static final int WORKERS = 2;

    /**
     * The limits of the SMTP server: one client, this server itself, and messages larger than the largest it sends (40 MB).
     */
    private static final SmtpServerSettings SMTP_SETTINGS = new SmtpServerSettings(
            LOOPBACK,
            0,
            "localhost Godwit mail catcher",
            50 << 20,
            1L << 30,
            10_000,
            10_000,
            100,
            0,
            Duration.ZERO,
            Optional.empty());

    private final RelaySettings settings;
    private final String publicUrl;
    private final WorkerExecutor workers;
    private final CaughtMessageStore messages;
    private final SmtpServer server;

    private MailCatcher(
            RelaySettings settings,
            String publicUrl,
            WorkerExecutor workers,
            CaughtMessageStore messages,
            SmtpServer server) {
        this.publicUrl = publicUrl;
        this.settings = settings;
        this.workers = workers;
        this.messages = messages;
        this.server = server;
    }

    /**
     * Completes when the server listens and the messages of earlier runs are listed.
     *
     * @param folder of the messages, usually {@code <data dir>/mailbox}
     * @param publicUrl the host name under which a public page is read
     */
    public static Future<MailCatcher> start(Vertx vertx, Path folder, RelaySettings settings, String publicUrl) {
        return start(vertx, folder, settings, publicUrl, () -> {});
    }

    /**
     * Starts a catcher that tells of each message.
     *
     * @param onCaught runs when a message is kept
     */
    public static Future<MailCatcher> start(
            Vertx vertx, Path folder, RelaySettings settings, String publicUrl, Runnable onCaught) {
        var workers = vertx.createSharedWorkerExecutor("smtp-catcher", WORKERS);
        return workers.executeBlocking(() -> CaughtMessageStore.open(folder, settings.catcherKeeps()))
                .compose(messages -> SmtpServer.open(
                                vertx, SMTP_SETTINGS, new AcceptAllHandler(workers, messages, onCaught))
                        .map(server -> new MailCatcher(settings, publicUrl, workers, messages, server)));
    }

    /** Accepts every message. */
    private record AcceptAllHandler(WorkerExecutor workers, CaughtMessageStore messages, Runnable onCaught)
            implements SmtpHandler {

        @Override
        public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
            return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<String> receive(ReceivedMessage message) {
            var path = new CaughtMessage.EnvelopePaths(message.from(), String.join(", ", message.recipients()));
            return workers.executeBlocking(() -> messages.add(path, message.message()), false)
                    .onSuccess(ignored -> onCaught.run())
                    .map(ignored -> "250 2.0.0 Caught");
        }
    }

    public int port() {
        return server.port();
    }

    /**
     * Returns the settings by which a transport reaches the catcher: the given ones with its address, without TLS and login.
     */
    public RelaySettings address() {
        return settings.onLoopback(port(), Duration.ofSeconds(30));
    }

    /** Returns the routes under {@code /dev/mailbox}. */
    public Routes routes() {
        return new CaughtMessageRoutes(workers, messages, settings.catcherPublic(), publicUrl);
    }

    public Future<Void> close() {
        return server.close().eventually(workers::close);
    }
}
