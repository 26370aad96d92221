package io.godwit.smtp;

import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
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

    private final MailSettings settings;
    private final WorkerExecutor workers;
    private final CaughtMails mails;
    private final NetServer server;

    private Catcher(Vertx vertx, MailSettings settings, WorkerExecutor workers, CaughtMails mails) {
        this.settings = settings;
        this.workers = workers;
        this.mails = mails;
        this.server =
                vertx.createNetServer(new NetServerOptions().setHost(LOOPBACK).setPort(0));
    }

    /**
     * Completes when it listens and what an earlier run has kept is listed.
     *
     * @param folder where the messages are kept, usually {@code <data dir>/mailbox}
     */
    public static Future<Catcher> start(Vertx vertx, Path folder, MailSettings settings) {
        var workers = vertx.createSharedWorkerExecutor("mailbox", WORKERS);
        return workers.executeBlocking(() -> CaughtMails.open(folder, settings.catcherKeeps()))
                .map(mails -> new Catcher(vertx, settings, workers, mails))
                .compose(Catcher::listen);
    }

    private Future<Catcher> listen() {
        server.connectHandler(socket -> new CatcherSession(socket, this::keep).begin());
        return server.listen().map(listening -> this);
    }

    private Future<CaughtMail> keep(CaughtMail.Path envelope, byte[] message) {
        return workers.executeBlocking(() -> mails.add(envelope, message), false);
    }

    public int port() {
        return server.actualPort();
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
        return new MailboxRoutes(workers, mails, settings.catcherPublic());
    }

    public Future<Void> close() {
        return server.close().eventually(workers::close);
    }
}
