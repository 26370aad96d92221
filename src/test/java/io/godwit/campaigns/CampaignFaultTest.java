package io.godwit.campaigns;

import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Campaigns in a world that does not stand still, and their stats. */
@CloseFields
class CampaignFaultTest {

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    /** Contacts come, go and unsubscribe while the pass over the audience is under way. */
    @Test
    void whoComesLaterGetsNothingAndWhoStaysGetsItOnce() {
        server.contacts("reader", 2_000);
        var random = new Random(6);
        var touched = new TreeSet<Integer>();
        var id = server.create(server.words());

        server.moved(id, "send");
        var changes = 0;
        for (; !isPassed(id) || changes < 60; changes++) {
            var number = 1 + random.nextInt(2_000);
            touched.add(number);
            server.contacts("late" + changes + "-", 1);
            server.node()
                    .database()
                    .query(
                            random.nextBoolean()
                                    ? "UPDATE contacts SET subscribed = false WHERE email = 'reader" + number
                                            + "@example.com'"
                                    : "DELETE FROM contacts WHERE email = 'reader" + number + "@example.com'");
        }
        server.awaitStatus(id, "SENT");

        var untouched = CampaignServer.addresses("reader", 2_000).stream()
                .filter(email -> !touched.contains(Integer.valueOf(email.replaceAll("\\D", ""))))
                .collect(Collectors.toSet());
        var received = server.received();
        var meant = new HashSet<>(CampaignServer.addresses("reader", 2_000));
        assertThat(received).doesNotHaveDuplicates().containsAll(untouched).isSubsetOf(meant);
        var stats = server.stats(id);
        assertThat(stats.getLong("audience")).isBetween(2_000L - touched.size(), 2_000L);
        assertThat(stats.getLong("sent")).isEqualTo(received.size());
    }

    private static boolean isPassed(String id) {
        return server.count("SELECT count(*) FROM campaigns WHERE id = ?::uuid AND audience_done", id) == 1;
    }

    @Test
    void aMailServerThatIsGoneInTheMiddleIsWaitedFor() {
        server.contacts("reader", 300);
        var rest = new SinkGate();
        server.sink()
                .rule(SinkPoint.DOT, 20, new SinkBehaviour.Late(Duration.ofMillis(1)))
                .rule(SinkPoint.DOT, new SinkBehaviour.Held(rest));
        var id = server.create(server.words());
        server.moved(id, "send");
        rest.awaitReached(CampaignServer.TIMEOUT);

        server.sink().polite();
        server.sink().rule(SinkPoint.GREETING, new SinkBehaviour.Close());
        server.sink().rule(SinkPoint.MAIL, new SinkBehaviour.Close());
        rest.open();
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.count("SELECT count(*) FROM email_attempts") > 20);
        var meanwhile = server.status(id);
        server.sink().polite();

        server.awaitStatus(id, "SENT");
        assertThat(meanwhile).isEqualTo("SENDING");
        assertThat(server.stats(id).getLong("sent")).isEqualTo(300);
        assertThat(Set.copyOf(server.received())).hasSize(300);
        assertThat(server.count("SELECT count(*) FROM outbox")).isZero();
    }

    /** The table of contacts is locked, so that no count ends within its limit of 5 s. */
    @Test
    void aCampaignWhoseAudienceCannotBeCountedInTimeIsCreatedChangedCopiedScheduledAndSent() throws Exception {
        server.contacts("reader", 3);
        var filtered = server.words().put("audienceType", "FILTERED").put("audienceFilter", new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "data.plan", "operator": "equals", "value": "pro"}]}
                """));
        var changed = server.create(filtered);
        var scheduled = server.create(filtered);
        var sent = server.create(filtered);
        var later =
                new JsonObject().put("scheduledAt", Instant.now().plus(1, HOURS).toString());
        try (var session = server.node().database().connect();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.execute("LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE");

            var answers = Stream.<Supplier<HttpResponse<String>>>of(
                            () -> server.call("POST", "/campaigns", filtered),
                            () -> server.call("PUT", "/campaigns/" + changed, new JsonObject().put("name", "August")),
                            () -> server.move(scheduled, "duplicate"),
                            () -> server.call("POST", "/campaigns/" + scheduled + "/send", later),
                            () -> server.move(sent, "send"))
                    .map(CompletableFuture::supplyAsync)
                    .toList();

            assertThat(answers)
                    .extracting(answer -> answer.join().statusCode())
                    .containsExactly(201, 200, 201, 200, 200);
            assertThat(server.campaign(changed).getInteger("totalRecipients")).isEqualTo(3);
        }
        server.awaitStatus(sent, "SENT");
        assertThat(server.received()).hasSize(3);
    }

    /** A trigger plays the timeout of a statement, which takes a minute. */
    @Test
    void aCampaignWhoseAudienceIsNeverFoundInTimeIsPausedAfterTenMinutesWithTheReasonAndGoesOnWhenItIsResumed() {
        server.contacts("reader", 3);
        var database = server.node().database();
        database.query("CREATE SEQUENCE attempts");
        database.query("""
                CREATE FUNCTION too_slow() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM nextval('attempts');
                    RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled';
                END $$""");
        database.query("CREATE TRIGGER too_slow BEFORE INSERT ON campaign_audience EXECUTE FUNCTION too_slow()");
        try {
            var id = server.create(
                    server.words().put("audienceType", "FILTERED").put("audienceFilter", new JsonObject("""
                    {"operator": "AND", "conditions": [{"field": "data.plan", "operator": "equals", "value": "pro"}]}
                    """)));
            server.moved(id, "send");
            await().atMost(CampaignServer.TIMEOUT)
                    .until(() -> server.count("SELECT count(*) FROM attempts WHERE is_called") == 1);
            var atFirst = server.campaign(id).getString("status");

            database.query(
                    "UPDATE campaigns SET freeze_failed_at = now() - interval '11 minutes' WHERE id = ?::uuid", id);
            server.awaitStatus(id, "PAUSED");
            var paused = server.campaign(id);
            database.query("DROP TRIGGER too_slow ON campaign_audience");
            server.moved(id, "resume");
            server.awaitStatus(id, "SENT");

            assertThat(atFirst).isEqualTo("SENDING");
            assertThat(paused.getString("pauseReason")).isEqualTo("AUDIENCE_TIMEOUT");
            assertThat(server.count("SELECT count(*) FROM campaigns WHERE freeze_failed_at IS NOT NULL"))
                    .isZero();
            assertThat(server.received()).hasSize(3);
        } finally {
            database.query("DROP FUNCTION too_slow CASCADE");
            database.query("DROP SEQUENCE attempts");
        }
    }

    @Test
    void whoseDataBreakTheTemplateFailsAlone() {
        poisoned(200, CampaignServer.TIMEOUT);
    }

    @Test
    @Tag("soak")
    void ofTenThousandWhoseDataBreakTheTemplateFailsAlone() {
        poisoned(10_000, Duration.ofMinutes(3));
    }

    /** One reader's list makes of four nested loops more than any mail may have. */
    private static void poisoned(int readers, Duration timeout) {
        server.contacts("reader", readers);
        server.node().database().query("""
                UPDATE contacts SET data = data || jsonb_build_object('items', (SELECT jsonb_agg(n) FROM generate_series(1, 100) n))
                 WHERE email = 'reader77@example.com'
                """);
        var loops = "{{#each items}}".repeat(4) + "never ending " + "{{/each}}".repeat(4);
        var id = server.create(server.words().put("body", "<p>Hello " + loops + "</p>"));

        server.moved(id, "send");
        await().atMost(timeout).until(() -> server.status(id), "SENT"::equals);

        var stats = server.stats(id);
        assertThat(stats.getLong("sent")).isEqualTo(readers - 1L);
        assertThat(stats.getJsonObject("failed").getLong("failed")).isOne();
        assertThat(Set.copyOf(server.received())).hasSize(readers - 1).doesNotContain("reader77@example.com");
        assertThat(server.count("SELECT count(*) FROM emails WHERE status = 'FAILED' AND error IS NOT NULL"))
                .isOne();
    }

    @Test
    void aTimeIsTheSameMomentInWhateverZoneItIsWritten() {
        server.contacts("reader", 1);
        var id = server.create(server.words());
        var moment = OffsetDateTime.now(ZoneOffset.UTC).plusYears(1).withNano(0);

        for (var zone : new String[] {"Z", "+05:45", "-03:30", "+14:00"}) {
            var at = moment.withOffsetSameInstant(ZoneOffset.of(zone)).toString();
            var answer = server.call("POST", "/campaigns/" + id + "/send", new JsonObject().put("scheduledFor", at));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(OffsetDateTime.parse(server.campaign(id).getString("scheduledAt")))
                    .isEqualTo(moment);
        }
        assertThat(
                        server.count(
                                "SELECT count(*) FROM campaigns WHERE status = 'SCHEDULED' AND due_at > now() - interval '1 minute'"))
                .isOne();
        assertThat(server.received()).isEmpty();
    }

    /** The answer was lost, and when the caller asks again its time has come. */
    @Test
    void aRepeatedScheduleIsAnsweredThoughItsTimeHasPassed() {
        server.contacts("reader", 1);
        var id = server.create(server.words());
        var soon = new JsonObject()
                .put("scheduledAt", Instant.now().plusSeconds(4).toString())
                .encode();
        var path = "/campaigns/" + id + "/send";
        var first = server.node().call("POST", path, server.key(), soon, "Idempotency-Key", "soon");
        server.awaitStatus(id, "SENT");

        var again = server.node().call("POST", path, server.key(), soon, "Idempotency-Key", "soon");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(first.body()).contains("\"SCHEDULED\"");
        assertThat(again.body()).isEqualTo(first.body());
    }

    @Test
    void aCampaignCannotBeReplacedWhileItIsSent() {
        server.contacts("reader", 100);
        var gate = new SinkGate();
        server.sink().rule(SinkPoint.DOT, new SinkBehaviour.Held(gate));
        var id = server.create(server.words());
        server.moved(id, "send");
        gate.awaitReached(CampaignServer.TIMEOUT);

        var put = server.call("PUT", "/campaigns/" + id, new JsonObject().put("subject", "Other"));
        var status = server.status(id);
        server.moved(id, "pause");
        var paused = server.call("PUT", "/campaigns/" + id, new JsonObject().put("subject", "Other"));

        assertThat(status).isEqualTo("SENDING");
        assertThat(put.statusCode()).isEqualTo(409);
        assertThat(paused.statusCode()).isEqualTo(409);
        server.moved(id, "cancel");
        gate.open();
    }

    @Test
    void aHugeBodyIsRefusedAndAHundredThousandPlaceholdersAreRenderedInBounds() {
        server.contacts("reader", 1);
        var huge = server.call("POST", "/campaigns", server.words().put("body", "x".repeat(10_000_000)));
        var id = server.create(server.words().put("body", "<p>" + "{{number}} ".repeat(100_000)));

        var started = System.nanoTime();
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");
        var took = Duration.ofNanos(System.nanoTime() - started);

        assertThat(huge.statusCode()).isEqualTo(413);
        assertThat(server.sink().next().text()).contains("1 1 1");
        assertThat(took).isLessThan(Duration.ofSeconds(15));
    }

    /** A contact that leaves by another way than a link of the mail is not counted as its doing. */
    @Test
    void theStatsTellWhoLeftByALinkOfIt() throws Exception {
        server.contacts("reader", 4);
        var id = server.create(server.words());
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");
        var link = server.sink().messages().stream()
                .filter(mail -> mail.recipient().equals("reader2@example.com"))
                .findFirst()
                .flatMap(mail -> mail.header("List-Unsubscribe"))
                .map(header -> URI.create(header.replaceAll("[<>\\s]", "")).getRawPath())
                .orElseThrow();

        for (var twice = 0; twice < 2; twice++) {
            var left = server.node()
                    .call(
                            "POST",
                            link,
                            "",
                            "List-Unsubscribe=One-Click",
                            "Content-Type",
                            "application/x-www-form-urlencoded");
            assertThat(left.statusCode()).isEqualTo(200);
        }
        server.call(
                "POST",
                "/contacts",
                new JsonObject().put("email", "reader3@example.com").put("subscribed", false));

        var stats = server.get("/campaigns/" + id + "/stats");
        assertThat(stats.getMap())
                .containsEntry("totalRecipients", 4)
                .containsEntry("sentCount", 4)
                .containsEntry("unsubscribedCount", 1)
                .containsEntry("unsubscribeRate", 25.0)
                .containsEntry("complainedCount", 0)
                .containsEntry("complaintRate", 0.0);
        assertThat(server.campaign(id).getInteger("unsubscribedCount")).isEqualTo(1);
    }
}
