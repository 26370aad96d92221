package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.FrozenPostgres;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An open page whose server loses its database, or which loses its server, over wires that are cut. */
@CloseFields
class DashboardOutageTest {

    /** The screen tells of an outage within this time. */
    private static final Duration PROMISED = Duration.ofSeconds(2);

    /** News that were missed are made up for within this time: much less than the minute after which a page asks by itself. */
    private static final Duration CAUGHT_UP = Duration.ofSeconds(10);

    private static final String COUNT_FAILED_STREAMS = "globalThis.EventSource = class extends EventSource {"
            + " constructor(address) { super(address); this.addEventListener('error',"
            + " () => globalThis.failedStreams = (globalThis.failedStreams ?? 0) + 1); } }";

    private static Vertx vertx;
    private static TestDatabase database;
    private static TcpProxy databaseWire;
    private static TestServer server;
    private static TcpProxy browserWire;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        database = TestDatabase.fresh(vertx);
        databaseWire = TcpProxy.to(vertx, "127.0.0.1", database.port());
        var port = FreePorts.free();
        var url = database.url().replace(":" + database.port() + "/", ":" + databaseWire.port() + "/");
        server = TestServer.start(Map.of("GODWIT_DATABASE_URL", url, "GODWIT_PUBLIC_URL", "http://localhost:" + port));
        browserWire = TcpProxy.on(vertx, port, "127.0.0.1", serverPort());
        dashboard = DashboardBrowser.at("http://localhost:" + port);
        dashboard.signIn("demo@example.test", server.password());
    }

    private static int serverPort() {
        return URI.create(server.baseUrl()).getPort();
    }

    private static DashboardBrowser emails() {
        return dashboard.open("/p/" + server.projectId(0) + "/emails").awaitText("Live");
    }

    /** The quickest of three, because another test may have the processor for a moment. */
    @Test
    void aLostDatabaseIsToldWithinTwoSecondsAndNothingLooksFresh() {
        emails();

        assertThat(quickest(DashboardOutageTest::loseDatabase)).isLessThan(PROMISED);
    }

    private static Duration quickest(Supplier<Duration> outage) {
        return Stream.generate(outage).limit(3).min(Comparator.naturalOrder()).orElseThrow();
    }

    private static Duration loseDatabase() {
        var began = Instant.now();
        databaseWire.stall();
        databaseWire.resetAll();
        try {
            dashboard.awaitText("The database is away. What you see may be old").awaitText("Not up to date");
            return told("a lost database", began);
        } finally {
            returnDatabase();
        }
    }

    private static Duration told(String outage, Instant began) {
        var took = Duration.between(began, Instant.now());
        System.out.println("The page tells of " + outage + " after " + took.toMillis() + " ms");
        return took;
    }

    /** No connection ends, and none answers. */
    @Test
    void aSilentDatabaseIsToldWithinTwoSecondsAndNothingLooksFresh() {
        emails();

        assertThat(quickest(DashboardOutageTest::silenceDatabase)).isLessThan(PROMISED);
    }

    private static Duration silenceDatabase() {
        var began = Instant.now();
        databaseWire.stall();
        try {
            dashboard.awaitText("The database does not answer at the moment").awaitText("Not up to date");
            return told("a silent database", began);
        } finally {
            returnDatabase();
        }
    }

    @Test
    void aDatabaseWhoseProcessesAreStoppedIsToldWithinTwoSeconds() {
        emails();

        assertThat(quickest(DashboardOutageTest::stopDatabase)).isLessThan(PROMISED);
    }

    private static Duration stopDatabase() {
        var stopped = FrozenPostgres.of(database);
        try {
            var began = Instant.now();
            dashboard.awaitText("The database does not answer at the moment").awaitText("Not up to date");
            return told("a stopped database", began);
        } finally {
            stopped.close();
            returnDatabase();
        }
    }

    /** Nothing ends the stream of a network that swallows everything. */
    @Test
    void aSilentServerIsToldWithinTwoSecondsAndWhatCameMeanwhileIsShownAfterwards() {
        emails();

        assertThat(quickest(DashboardOutageTest::silenceServer)).isLessThan(PROMISED);
    }

    private static Duration silenceServer() {
        var began = Instant.now();
        browserWire.stall();
        try {
            dashboard.awaitText("Reconnecting").awaitText("What you see may be old");
            return told("a silent server", began);
        } finally {
            var subject = "Sent into the silence of " + began;
            send(subject);
            browserWire.pass();
            dashboard.awaitTextWithin(CAUGHT_UP, subject).awaitText("Live");
        }
    }

    private static void returnDatabase() {
        databaseWire.pass();
        dashboard.browser().await("!document.body.innerText.includes('The database ')");
        dashboard.awaitText("Live");
    }

    /** The next page follows other things, and their stream cannot be opened without the database. */
    @Test
    void aPageOpenedWhileTheDatabaseIsAwayKeepsTheStreamOfTheLastOne() {
        emails();
        dashboard.browser().evaluate(COUNT_FAILED_STREAMS);
        databaseWire.stall();
        databaseWire.resetAll();
        try {
            dashboard.awaitText("Not up to date").press("Contacts");
            dashboard.browser().await("globalThis.failedStreams > 0");
            assertThat(dashboard.browser().text(".live-words")).isEqualTo("Not up to date");
        } finally {
            returnDatabase();
        }
    }

    /** The news of what came meanwhile are lost: there is no connection that could hold them back. */
    @Test
    void aLostStreamIsToldAndWhatCameMeanwhileIsShownAfterwards() {
        emails().awaitNews();

        browserWire.redirect(FreePorts.free());
        browserWire.resetAll();
        dashboard.awaitText("Reconnecting");
        send("Sent meanwhile");
        browserWire.redirect(serverPort());

        dashboard.awaitTextWithin(CAUGHT_UP, "Sent meanwhile").awaitText("Live");
    }

    private static void send(String subject) {
        var email = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", subject)
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);
    }
}
