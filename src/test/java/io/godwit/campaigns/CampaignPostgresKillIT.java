package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.CampaignNodes;
import io.godwit.kit.nodes.SegmentNodes;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A jar whose PostgreSQL is killed, all of its processes at once, while it passes over an audience, sends to it, or computes a
 * segment. What was begun unheard is not left to its rescue, which takes five minutes.
 */
final class CampaignPostgresKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int CONTACTS = 6_000;

    private static final Vertx VERTX = Vertx.vertx();

    private static SmtpSink sink;
    private static JarServer server;

    @BeforeAll
    static void start() throws SQLException {
        sink = SmtpSink.start(VERTX);
        server = JarServer.startUnpacked(Map.of(
                "GODWIT_RATE_LIMIT_PER_MINUTE", "0",
                "GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_CAMPAIGNS_PAGE", "50",
                "GODWIT_CAMPAIGNS_LEASE", "2s",
                "GODWIT_SEGMENTS_LEASE", "2s",
                "GODWIT_SENDING_LEASE", "2s",
                "JAVA_TOOL_OPTIONS", GodwitJar.shortLived()));
        var project = server.demo().getString("projectId");
        query(CampaignNodes.CONTACTS, project, CONTACTS);
        query(CampaignNodes.COUNT, project, CONTACTS, CONTACTS);
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        VERTX.close().await();
    }

    @Test
    void aCampaignOutlivesThreeDeathsOfPostgresAndNobodyGetsItTwice() {
        var id = CampaignNodes.post(server, "/campaigns", CampaignNodes.words(server))
                .getString("id");
        CampaignNodes.post(server, "/campaigns/" + id + "/send", new JsonObject());

        killPostgresWhen(() -> count("SELECT audience_passed FROM campaigns WHERE NOT audience_done") >= 500);
        killPostgresWhen(() -> sink.messages().size() >= 2_000);
        killPostgresWhen(() -> sink.messages().size() >= 4_000);

        await().atMost(TIMEOUT).until(() -> CampaignNodes.status(server, id), "SENT"::equals);
        var stats = CampaignNodes.get(server, "/campaigns/" + id + "/stats").getJsonObject("books");
        var unwanted = CONTACTS / 100;
        assertThat(stats.getLong("audience")).isEqualTo(CONTACTS);
        assertThat(stats.getLong("sent")).as(stats.encode()).isEqualTo(CONTACTS - unwanted);
        assertThat(stats.getJsonObject("skipped").getLong("unsubscribed")).isEqualTo(unwanted);
        assertThat(count("SELECT count(DISTINCT contact_id) FROM emails WHERE campaign_id IS NOT NULL"))
                .isEqualTo(CONTACTS)
                .isEqualTo(count("SELECT count(*) FROM emails"));
        assertThat(count("SELECT count(*) FROM outbox")).isZero();
        assertThat(count("SELECT count(*) FROM events WHERE name = 'email.sent'"))
                .isEqualTo(CONTACTS - unwanted);
        var copies = ReceivedCopies.at(sink, "reader");
        assertThat(copies.recipients()).hasSize(CONTACTS - unwanted);
        assertThat(copies.most()).isEqualTo(1);
    }

    @Test
    void aComputationOutlivesPostgresAndTellsEachChangeOnce() {
        var id = SegmentNodes.tracked(server);
        query("UPDATE contacts SET data = data || '{\"tier\": \"gold\"}'");
        SegmentNodes.computeSoon(server, id);

        killPostgresWhen(() -> count("SELECT count(*) FROM segment_members") > 0);
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> {
            SegmentNodes.compute(server, id);
            return count("SELECT count(*) FROM segment_members") == CONTACTS;
        });

        assertThat(count("SELECT count(*) FROM events WHERE name = 'segment.gold.entry'"))
                .isEqualTo(CONTACTS)
                .isEqualTo(count("SELECT count(DISTINCT contact_id) FROM events WHERE name = 'segment.gold.entry'"));
        assertThat(count("SELECT count(*) FROM segment_changes")).isZero();
    }

    private static void killPostgresWhen(BooleanSupplier moment) {
        await().pollInterval(Duration.ofMillis(2)).atMost(TIMEOUT).until(moment::getAsBoolean);
        var killed = server.postgresPid();
        server.killPostgresTree();
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> server.postgresPid() != killed);
        await().atMost(TIMEOUT).until(() -> server.api().isReady());
    }

    /** The first number of the first row; -1 when there is none. */
    private static long count(String sql) {
        try (var connection = server.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void query(String sql, Object... parameters) {
        try (var connection = server.connect();
                var statement = connection.prepareStatement(sql)) {
            for (var at = 0; at < parameters.length; at++) {
                statement.setObject(at + 1, parameters[at]);
            }
            statement.execute();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
