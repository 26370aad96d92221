package io.godwit.inbound.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.db.TestDatabase;
import io.godwit.delivery.tls.report.TlsReportInbox;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.domains.DomainSettings;
import io.godwit.domains.SenderDomainService;
import io.godwit.inbound.InboundServer;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundMailSettings.Protocol;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.mail.Flags.Flag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes and one mailbox: one reads, and the other when that one is gone. */
class MailboxNodesTest {

    private static final AcceptanceSettings ACCEPTANCE = new AcceptanceSettings(Set.of(), false, 0, 0);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration FOREVER = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(1_500);
    private static final Duration EVERY = Duration.ofMillis(100);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final VerpCodec verp = new VerpCodec(InboundServer.crypto());
    private final ServerSetup imap = new ServerSetup(FreePorts.free(), "127.0.0.1", "imap");
    private final GreenMail mailbox = new GreenMail(imap);
    private final List<Node> nodes = new ArrayList<>();
    private GreenMailUser user;

    @BeforeEach
    void start() {
        mailbox.start();
        user = mailbox.setUser("bounces@mailbox.test", "bounces", "secret");
    }

    @AfterEach
    void stop() {
        nodes.forEach(Node::close);
        db.close();
        mailbox.stop();
        vertx.close().await();
    }

    /** A node of a system, with wires of its own to the database and to the mailbox. */
    private final class Node {

        private final Vertx own = Vertx.vertx();
        private final TcpProxy toDatabase = TcpProxy.to(vertx, "127.0.0.1", db.port());
        private final TcpProxy toMailbox = TcpProxy.to(vertx, "127.0.0.1", imap.getPort());
        private final Database database = Database.open(
                        own, new DatabaseSettings(Optional.of(url()), Path.of("."), 2, 2))
                .await();
        private final DnsResolver dns = new DnsResolver(own, new DnsSettings(List.of(), EVERY, EVERY, 1));
        private final MailboxPoller poller;
        private Optional<PollLoop> loop = Optional.empty();

        private Node(Duration lease, boolean delete) {
            nodes.add(this);
            var bus = Bus.on(own);
            var domains = new SenderDomainService(
                    own, database, bus, InboundServer.crypto(), DomainSettings.of("mail.example.net"));
            var acceptor = new InboundMailAcceptor(
                    database,
                    new RecipientResolver(domains, verp, "bounce."),
                    new ReportInbox(database, bus),
                    new MailAuthenticator(own, dns),
                    new TlsReportInbox(Optional.empty()));
            var settings = new InboundMailSettings.Mailbox(
                    Protocol.IMAP,
                    "127.0.0.1",
                    toMailbox.port(),
                    "bounces",
                    "secret",
                    "INBOX",
                    EVERY,
                    delete,
                    true,
                    1 << 20);
            poller = new MailboxPoller(
                    own, settings, acceptor, new MailboxLease(database, lease), new InboundRateLimiter(ACCEPTANCE));
        }

        private String url() {
            return db.url().replace(":" + db.port() + "/", ":" + toDatabase.port() + "/");
        }

        private Node read() {
            loop = Optional.of(PollLoop.start(own, "inbound-mailbox", EVERY, poller::run));
            return this;
        }

        /** As an operator does it. */
        private void stop() {
            poller.end();
            loop.orElseThrow().stop().eventually(poller::close).await();
            loop = Optional.empty();
        }

        private void close() {
            toDatabase.pass();
            loop.ifPresent(ignored -> stop());
            database.close().eventually(dns::close).eventually(own::close).await();
            toDatabase.close();
            toMailbox.close();
        }
    }

    @Test
    void oneOfTwoReadsAndEachMessageIsTakenOnce() {
        deliver(15);
        var first = new Node(FOREVER, true).read();
        var second = new Node(FOREVER, true).read();
        deliver(15);

        awaitKept(30);

        await().atMost(TIMEOUT).until(() -> mailbox.getReceivedMessages().length == 0);
        assertThat(List.of(first.toMailbox.accepted(), second.toMailbox.accepted()))
                .containsOnlyOnce(0);
        assertThat(kept()).isEqualTo(30);
    }

    /** It hangs in the middle of a letter, and comes back when all is done. */
    @Test
    void theSecondTakesOverFromOneThatDiesAndNothingIsTakenTwice() throws Exception {
        var first = new Node(SHORT, false);
        deliver(20);
        try (var blocking = db.connect();
                var statement = blocking.createStatement()) {
            blocking.setAutoCommit(false);
            statement.execute("LOCK TABLE inbound_reports IN ACCESS EXCLUSIVE MODE");
            first.read();
            await().atMost(TIMEOUT).until(this::someoneWaits);
            first.toDatabase.stall();
            var second = new Node(SHORT, false).read();
            await().atMost(TIMEOUT).until(() -> second.toMailbox.accepted() > 0);
            assertThat(seen()).isZero();
            blocking.rollback();
        }

        awaitKept(20);
        first.toDatabase.pass();

        await().atMost(TIMEOUT).until(() -> seen() == 20);
        await().during(Duration.ofMillis(500)).atMost(TIMEOUT).until(() -> kept() == 20);
    }

    @Test
    void oneThatStopsLeavesItToTheOtherAtOnce() {
        var first = new Node(FOREVER, true).read();
        deliver(1);
        awaitKept(1);
        var second = new Node(FOREVER, true).read();

        first.stop();
        deliver(1);

        awaitKept(2);
        assertThat(second.toMailbox.accepted()).isPositive();
    }

    /** Else the one that fails would keep the one that could from reading, for as long as it tries. */
    @Test
    void oneThatCannotReachItLeavesItToTheOther() {
        var first = new Node(FOREVER, true);
        first.toMailbox.close();
        var failed = first.poller
                .run()
                .transform(ran -> Future.succeededFuture(ran.failed()))
                .await();
        deliver(1);

        new Node(FOREVER, true).read();

        awaitKept(1);
        assertThat(failed).isTrue();
    }

    private void deliver(int messages) {
        for (var i = 0; i < messages; i++) {
            var address = verp.write(new ProjectId(Ids.next()), new EmailId(Ids.next()), "bounce.here.test");
            user.deliver(GreenMailUtil.newMimeMessage(
                    "Return-Path: <>\r\nDelivered-To: " + address + "\r\nSubject: failure notice\r\n\r\nbody\r\n"));
        }
    }

    private void awaitKept(int messages) {
        await().atMost(TIMEOUT).until(() -> kept() >= messages);
    }

    private long kept() {
        return db.count("SELECT count(*) FROM inbound_reports");
    }

    private boolean someoneWaits() {
        return db.count("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'inbound_reports'::regclass")
                > 0;
    }

    /** Messages of the mailbox that were read and marked. */
    private long seen() throws Exception {
        var seen = 0L;
        for (var message : mailbox.getReceivedMessages()) {
            seen += message.isSet(Flag.SEEN) ? 1 : 0;
        }
        return seen;
    }
}
