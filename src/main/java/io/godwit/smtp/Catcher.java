package io.godwit.smtp;

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
public final class Catcher {

    private static final String LOOPBACK = "127.0.0.1";
    /** Writing a file is quick; two threads keep a slow disk from holding the pages up. */
    private static final int WORKERS = 2;

    /** For one client, ourselves, and for messages larger than the largest we send (40 MB). */
    private static final DoorSettings DOOR = new DoorSettings(
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

    private final MailSettings settings;
    private final String publicUrl;
    private final WorkerExecutor workers;
    private final CaughtMails mails;
    private final MailDoor door;

    private Catcher(MailSettings settings, String publicUrl, WorkerExecutor workers, CaughtMails mails, MailDoor door) {
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
    public static Future<Catcher> start(Vertx vertx, Path folder, MailSettings settings, String publicUrl) {
        var workers = vertx.createSharedWorkerExecutor("mailbox", WORKERS);
        return workers.executeBlocking(() -> CaughtMails.open(folder, settings.catcherKeeps()))
                .compose(mails -> MailDoor.open(vertx, DOOR, new Keeper(workers, mails))
                        .map(door -> new Catcher(settings, publicUrl, workers, mails, door)));
    }

    /** Takes everything. */
    private record Keeper(WorkerExecutor workers, CaughtMails mails) implements Doorkeeper {

        @Override
        public Future<Optional<String>> refusal(Guest guest, String from, String recipient) {
            return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<String> take(Handed mail) {
            var path = new CaughtMail.Path(mail.from(), String.join(", ", mail.recipients()));
            return workers.executeBlocking(() -> mails.add(path, mail.message()), false)
                    .map(kept -> "250 2.0.0 Caught");
        }
    }

    public int port() {
        return door.port();
    }

    /** How a transport reaches the catcher: the given settings with its address, without TLS and login. */
    public MailSettings address() {
        return new MailSettings(
                Optional.of(LOOPBACK),
                port(),
                Optional.empty(),
                Optional.empty(),
                MailSettings.Tls.NONE,
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
