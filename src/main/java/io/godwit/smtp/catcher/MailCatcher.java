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
 * A mail server for those who have none yet: it listens on a free port of the loopback interface, keeps what it gets in a
 * folder and shows it on {@code /dev/mailbox}. Mail reaches it the way it reaches any relay, so nothing is different but the
 * address.
 */
public final class MailCatcher {

    private static final String LOOPBACK = "127.0.0.1";
    /** Writing a file is quick; two threads keep a slow disk from holding the pages up. */
    private static final int WORKERS = 2;

    /** For one client, ourselves, and for messages larger than the largest we send (40 MB). */
    private static final SmtpServerSettings DOOR = new SmtpServerSettings(
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
    private final CaughtMessageStore mails;
    private final SmtpServer door;

    private MailCatcher(
            RelaySettings settings,
            String publicUrl,
            WorkerExecutor workers,
            CaughtMessageStore mails,
            SmtpServer door) {
        this.publicUrl = publicUrl;
        this.settings = settings;
        this.workers = workers;
        this.mails = mails;
        this.door = door;
    }

    /**
     * Completes when it listens and what an earlier run has kept is listed.
     *
     * @param folder where the messages are kept, usually {@code <data dir>/mailbox}
     * @param publicUrl by whose name a public mailbox is read
     */
    public static Future<MailCatcher> start(Vertx vertx, Path folder, RelaySettings settings, String publicUrl) {
        var workers = vertx.createSharedWorkerExecutor("smtp-catcher", WORKERS);
        return workers.executeBlocking(() -> CaughtMessageStore.open(folder, settings.catcherKeeps()))
                .compose(mails -> SmtpServer.open(vertx, DOOR, new AcceptAllHandler(workers, mails))
                        .map(door -> new MailCatcher(settings, publicUrl, workers, mails, door)));
    }

    /** Takes everything. */
    private record AcceptAllHandler(WorkerExecutor workers, CaughtMessageStore mails) implements SmtpHandler {

        @Override
        public Future<Optional<String>> refusal(SmtpPeer guest, String from, String recipient) {
            return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<String> receive(ReceivedMessage mail) {
            var path = new CaughtMessage.EnvelopePaths(mail.from(), String.join(", ", mail.recipients()));
            return workers.executeBlocking(() -> mails.add(path, mail.message()), false)
                    .map(kept -> "250 2.0.0 Caught");
        }
    }

    public int port() {
        return door.port();
    }

    /** How a transport reaches the catcher: the given settings with its address, without TLS and login. */
    public RelaySettings address() {
        return new RelaySettings(
                Optional.of(LOOPBACK),
                port(),
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                settings.connections(),
                Duration.ofSeconds(30),
                true,
                settings.catcherPublic(),
                settings.catcherKeeps());
    }

    /** The pages under {@code /dev/mailbox}. */
    public Routes routes() {
        return new MailboxRoutes(workers, mails, settings.catcherPublic(), publicUrl);
    }

    public Future<Void> close() {
        return door.close().eventually(workers::close);
    }
}
