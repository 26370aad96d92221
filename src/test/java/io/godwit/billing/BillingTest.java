package io.godwit.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.StripeWebhooks;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.StripeDouble;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class BillingTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static StripeDouble stripe;
    private static TestServer server;
    private static StripeWebhooks payments;

    @BeforeAll
    static void start() {
        stripe = StripeDouble.start(VERTX);
        var settings = new HashMap<>(stripe.settings());
        // Several small transactions at once, so that they get into each other's way.
        settings.put("GODWIT_INGEST_CONNECTIONS", "4");
        settings.put("GODWIT_INGEST_BATCH", "7");
        server = TestServer.start(settings);
        payments = new StripeWebhooks(server);
    }

    @BeforeEach
    void clear() {
        payments.clear();
        stripe.hang(false);
        stripe.failNext(0);
    }

    @Test
    void twoHundredSendsAtOnceAtALimitOfAHundredAcceptExactlyAHundred() throws Exception {
        payments.subscribe(0, "cus_many");
        payments.limit(0, "transactional", 100);

        var statuses = sendAtOnce(200);

        assertThat(statuses).containsOnly(Map.entry(200, 100L), Map.entry(429, 100L));
        assertThat(emails(0)).isEqualTo(100);
        assertThat(payments.limits(0).getJsonObject("transactional").getInteger("usage"))
                .isEqualTo(100);
    }

    /** The negative control: without the last look, which is under the counter's lock, the same test finds too many. */
    @Test
    void withoutTheLookUnderTheLockMoreThanTheLimitWouldBeAccepted() throws Exception {
        var honest = String.valueOf(server.database()
                .value("SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'billing_record'"));
        server.database()
                .query(honest.replace("RAISE EXCEPTION", "RAISE NOTICE").replaceAll(" USING ERRCODE.*;", ";"));
        try {
            payments.subscribe(0, "cus_blind");
            payments.limit(0, "transactional", 1);

            sendMeetingAtTheRecord();

            assertThat(emails(0)).isGreaterThan(1);
        } finally {
            server.database().query(honest);
        }
    }

    /** Holds the lock of the counter until at least two transactions, each with its own look behind it, wait for it. */
    private static void sendMeetingAtTheRecord() throws Exception {
        var lock = "billing_lock_key('" + server.projectId(0) + "')";
        try (var holder = server.database().connect();
                var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + lock + ")");
            var sent = new FutureTask<>(() -> sendAtOnce(50));
            new Thread(sent).start();
            await().atMost(StripeWebhooks.TIMEOUT).until(() -> server.database().count("""
                    SELECT count(*) FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
                    """) >= 2);
            statement.execute("SELECT pg_advisory_unlock(" + lock + ")");
            sent.get();
        }
    }

    /** The limit stops the others, and nothing else. */
    @Test
    void withoutALimitTheSameTwoHundredSendsAreAllAccepted() throws Exception {
        payments.subscribe(0, "cus_free");

        var statuses = sendAtOnce(200);

        assertThat(statuses).containsOnly(Map.entry(200, 200L));
        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> payments.limits(0).getJsonObject("transactional").getInteger("usage") == 200);
    }

    @Test
    void theConfigurationSaysThatThereIsBilling() {
        assertThat(server.get("/config", "").body()).contains("\"billing\":{\"enabled\":true}");
    }

    @Test
    void aCallThatDoesNotFitWritesNothingAndASmallerOneStillDoes() {
        payments.subscribe(0, "cus_fit");
        payments.limit(0, "transactional", 5);

        var tooMany = server.post("/v1/send", server.secretKey(0), to(6));
        var some = server.post("/v1/send", server.secretKey(0), to(5));
        var one = server.post("/v1/send", server.secretKey(0), to(1));

        assertThat(tooMany.statusCode()).isEqualTo(429);
        assertThat(new JsonObject(tooMany.body()).getJsonObject("error").getString("code"))
                .isEqualTo("BILLING_LIMIT_EXCEEDED");
        assertThat(some.statusCode()).isEqualTo(200);
        assertThat(one.statusCode()).isEqualTo(429);
        assertThat(emails(0)).isEqualTo(5);
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE email = 'r6@example.com'"))
                .isZero();
    }

    @Test
    void aRefusedSendMayBeRepeatedWithItsKeyWhenThereIsQuota() {
        payments.subscribe(0, "cus_again");
        payments.limit(0, "transactional", 1);
        server.post("/v1/send", server.secretKey(0), to(1));

        var refused = server.call("POST", "/v1/send", server.secretKey(0), to(1).encode(), "Idempotency-Key", "k1");
        payments.limit(0, "transactional", 2);
        var accepted = server.call("POST", "/v1/send", server.secretKey(0), to(1).encode(), "Idempotency-Key", "k1");
        var repeated = server.call("POST", "/v1/send", server.secretKey(0), to(1).encode(), "Idempotency-Key", "k1");

        assertThat(List.of(refused.statusCode(), accepted.statusCode(), repeated.statusCode()))
                .containsExactly(429, 200, 200);
        assertThat(repeated.body()).isEqualTo(accepted.body());
        assertThat(emails(0)).isEqualTo(2);
    }

    @Test
    void withoutASubscriptionAllCategoriesShareTheFreeMails() {
        server.database().query("""
                        INSERT INTO billing_usage (project_id, month, campaigns) VALUES (?::uuid, billing_month(), 999)
                        """, server.projectId(0));

        var last = server.post("/v1/send", server.secretKey(0), to(1));
        var beyond = server.post("/v1/send", server.secretKey(0), to(1));
        var other = server.post("/v1/send", server.secretKey(1), from(1, to(1)));

        assertThat(last.statusCode()).isEqualTo(200);
        assertThat(beyond.statusCode()).isEqualTo(429);
        assertThat(other.statusCode()).isEqualTo(200);
        var limits = payments.limits(0);
        for (var category : List.of("workflows", "campaigns", "transactional", "inbound")) {
            assertThat(limits.getJsonObject(category))
                    .isEqualTo(new JsonObject()
                            .put("limit", 1000)
                            .put("usage", 1000)
                            .put("percentage", 100)
                            .put("isWarning", true)
                            .put("isBlocked", true));
        }
    }

    @Test
    void ownersAreToldOnceWhenALimitIsNearAndOnceWhenItIsReached() {
        payments.subscribe(0, "cus_told");
        payments.limit(0, "transactional", 10);
        var mails = new CaughtMessages(server);
        var near =
                mails.to("demo@example.test", "Your limit of the month is near").size();
        var reached = mails.to("demo@example.test", "Your limit of the month is reached")
                .size();

        server.post("/v1/send", server.secretKey(0), to(7));
        server.post("/v1/send", server.secretKey(0), to(1));
        server.post("/v1/send", server.secretKey(0), to(1));
        server.post("/v1/send", server.secretKey(0), to(1));
        server.post("/v1/send", server.secretKey(0), to(1));

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(
                        () -> mails.to("demo@example.test", "Your limit of the month is reached")
                                .size(),
                        found -> found == reached + 1);
        await().atMost(StripeWebhooks.TIMEOUT)
                .until(
                        () -> mails.to("demo@example.test", "Your limit of the month is near")
                                .size(),
                        found -> found == near + 1);
        assertThat(mails.to("demo@example.test", "Your limit of the month is near")
                        .get(0)
                        .getString("html"))
                .contains("8 of the 10");
        payments.limit(0, "transactional", 20);
        server.post("/v1/send", server.secretKey(0), to(6));
        await().atMost(StripeWebhooks.TIMEOUT)
                .until(
                        () -> mails.to("demo@example.test", "Your limit of the month is near")
                                .size(),
                        found -> found == near + 2);
    }

    /** Nobody is told of an email that is not filed, so the owner has to hear of the limit. */
    @Test
    void ownersAreToldThatReceivedEmailsBeyondTheirLimitAreLost() {
        payments.subscribe(0, "cus_inbound");
        server.database().query("""
                INSERT INTO billing_usage (project_id, month, inbound) VALUES (?::uuid, billing_month(), 10)
                    ON CONFLICT (project_id, month) DO UPDATE SET inbound = 10
                """, server.projectId(0));
        var mails = new CaughtMessages(server);
        var subject = "Your limit of the month is reached";
        var before = mails.to("demo@example.test", subject).size();

        payments.limit(0, "inbound", 9);

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> mails.to("demo@example.test", subject).size(), found -> found == before + 1);
        assertThat(mails.to("demo@example.test", subject).get(0).getString("html"))
                .contains("receive", "not filed")
                .doesNotContain("may send");
    }

    @Test
    void aFirstLimitKnowsWhatWasSentBefore() {
        payments.subscribe(0, "cus_before");
        server.post("/v1/send", server.secretKey(0), to(3));

        var limits = payments.limit(0, "transactional", 4);

        assertThat(limits.getJsonObject("transactional").getInteger("usage")).isEqualTo(3);
        assertThat(limits.getString("currency")).isEqualTo("eur");
        assertThat(server.post("/v1/send", server.secretKey(0), to(2)).statusCode())
                .isEqualTo(429);
        assertThat(server.post("/v1/send", server.secretKey(0), to(1)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void limitsAreWholeNumbersAboveZeroOrNoneAndNeedASubscription() {
        var without = limit("{\"transactional\":5}");
        payments.subscribe(0, "cus_limits");

        assertThat(without).isEqualTo(400);
        for (var wrong : List.of("0", "-1", "1e18", "\"5\"", "1.5", "true", "[]", "{}")) {
            assertThat(limit("{\"transactional\":" + wrong + "}")).as(wrong).isEqualTo(422);
        }
        assertThat(limit("{\"transactional\":5,\"campaigns\":7,\"workflows\":null,\"inbound\":null}"))
                .isEqualTo(200);
        assertThat(limit("{\"transactional\":null}")).isEqualTo(200);
        assertThat(payments.limits(0).getJsonObject("campaigns").getInteger("limit"))
                .isEqualTo(7);
        assertThat(payments.limits(0).getJsonObject("transactional").getValue("limit"))
                .isNull();
    }

    @Test
    void aDeletedProjectEndsItsSubscriptionAndPaysForItsLastMail() {
        var owner = BrowserUser.signedUp(server, "leaver@example.test");
        var project = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Gone"))
                        .body())
                .getString("id");
        server.database().query("""
                        INSERT INTO billing_accounts (project_id, customer, subscription) VALUES (?::uuid, 'cus_left', 'sub_left')
                        """, project);
        server.database().query("""
                        INSERT INTO billing_deltas (project_id, month, metered, customer)
                        VALUES (?::uuid, billing_month(), 7, 'cus_left')
                        """, project);

        var deleted = owner.call("DELETE", "/users/@me/projects/" + project, "");

        assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(200);
        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> !stripe.asked("/v1/subscriptions/sub_left").isEmpty() && stripe.metered("cus_left") == 7);
        assertThat(stripe.asked("/v1/subscriptions/sub_left").get(0).method()).isEqualTo("DELETE");
        assertThat(stripe.asked("/v1/subscriptions/sub_left").get(0).form()).containsEntry("invoice_now", "true");
    }

    /** An invoice that Stripe makes before it knows of the last emails leaves them out for good. */
    @Test
    void theSubscriptionOfADeletedProjectEndsOnlyWhenItsLastMailIsMetered() {
        var owner = BrowserUser.signedUp(server, "late-leaver@example.test");
        var project = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Gone"))
                        .body())
                .getString("id");
        server.database().query("""
                        INSERT INTO billing_accounts (project_id, customer, subscription) VALUES (?::uuid, 'cus_late', 'sub_late')
                        """, project);
        server.database().query("""
                        INSERT INTO billing_deltas (project_id, month, metered, customer)
                        VALUES (?::uuid, billing_month(), 7, 'cus_late')
                        """, project);
        stripe.failMeters(2);

        owner.call("DELETE", "/users/@me/projects/" + project, "");

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> !stripe.asked("/v1/subscriptions/sub_late").isEmpty());
        assertThat(stripe.metered("cus_late")).isEqualTo(7);
    }

    private static int limit(String body) {
        return server.call("PUT", payments.path(0, "/billing-limits"), server.secretKey(0), body)
                .statusCode();
    }

    private static Map<Integer, Long> sendAtOnce(int count) throws Exception {
        var threads = Executors.newFixedThreadPool(50);
        try {
            var calls = IntStream.range(0, count)
                    .mapToObj(number -> threads.submit(() -> server.post(
                                    "/v1/send", server.secretKey(0), to(1).put("to", "n" + number + "@example.com"))
                            .statusCode()))
                    .toList();
            var statuses = new java.util.ArrayList<Integer>();
            for (var call : calls) {
                statuses.add(call.get());
            }
            return statuses.stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
        } finally {
            threads.shutdownNow();
        }
    }

    private static JsonObject to(int recipients) {
        var to = new JsonArray();
        IntStream.rangeClosed(1, recipients).forEach(number -> to.add("r" + number + "@example.com"));
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    private static JsonObject from(int project, JsonObject mail) {
        return mail.put("from", "hello@" + server.domain(project));
    }

    private static long emails(int project) {
        return server.database()
                .count("SELECT count(*) FROM emails WHERE project_id = ?::uuid", server.projectId(project));
    }
}
