package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An open page whose server loses its database, or which loses its server, over wires that are cut. */
class DashboardOutageTest {

    /** The screen tells of an outage within this time. */
    private static final Duration PROMISED = Duration.ofSeconds(2);

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
        browserWire = TcpProxy.on(
                vertx, port, "127.0.0.1", java.net.URI.create(server.baseUrl()).getPort());
        dashboard = DashboardBrowser.at("http://localhost:" + port);
        dashboard.signIn("demo@example.test", server.password());
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
        browserWire.close();
        server.close();
        databaseWire.close();
        database.close();
        vertx.close().await();
    }

    private static DashboardBrowser messages() {
        return dashboard.open("/p/" + server.projectId(0) + "/messages").awaitText("Live");
    }

    /** The quickest of three, because another test may have the processor for a moment. */
    @Test
    void aLostDatabaseIsToldWithinTwoSecondsAndNothingLooksFresh() {
        messages();

        var quickest = Stream.generate(DashboardOutageTest::loseDatabase)
                .limit(3)
                .min(Comparator.naturalOrder())
                .orElseThrow();

        assertThat(quickest).isLessThan(PROMISED);
    }

    private static Duration loseDatabase() {
        var began = Instant.now();
        databaseWire.stall();
        databaseWire.resetAll();
        try {
            dashboard.awaitText("The database is away. What you see may be old").awaitText("Not up to date");
            return Duration.between(began, Instant.now());
        } finally {
            returnDatabase();
        }
    }

    private static void returnDatabase() {
        databaseWire.pass();
        dashboard.browser().await("!document.body.innerText.includes('The database is away')");
        dashboard.awaitText("Live");
    }

    /** The next page follows other things, and their stream cannot be opened without the database. */
    @Test
    void aPageOpenedWhileTheDatabaseIsAwayKeepsTheStreamOfTheLastOne() {
        messages();
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

    @Test
    void aLostStreamIsToldAndWhatCameMeanwhileIsShownAfterwards() {
        messages();

        browserWire.stall();
        browserWire.resetAll();
        dashboard.awaitText("Reconnecting");
        var mail = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Sent meanwhile")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);
        browserWire.pass();

        dashboard.awaitText("Live").awaitText("Sent meanwhile");
    }
}
