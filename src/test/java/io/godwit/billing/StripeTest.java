package io.godwit.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.StripeWebhooks;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.StripeDouble;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class StripeTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static StripeDouble stripe;
    private static TestServer server;
    private static StripeWebhooks payments;

    @BeforeAll
    static void start() {
        stripe = StripeDouble.start(VERTX);
        server = TestServer.start(stripe.settings());
        payments = new StripeWebhooks(server);
    }

    @BeforeEach
    void clear() {
        payments.clear();
        stripe.failNext(0);
    }

    @Test
    void aCheckoutLeadsToThePaymentPageAndNamesTheProject() {
        var owner = BrowserUser.demo(server);

        var answer = owner.call("POST", payments.path(0, "/checkout?currency=eur"), "");
        var badCurrency = owner.call("POST", payments.path(0, "/checkout?currency=xyz"), "");

        assertThat(payments.ok(answer).getString("url")).startsWith(stripe.url() + "/pay/");
        assertThat(badCurrency.statusCode()).isEqualTo(400);
        var asked = last("/v1/checkout/sessions");
        assertThat(asked.form())
                .containsEntry("mode", "subscription")
                .containsEntry("client_reference_id", server.projectId(0))
                .containsEntry("currency", "eur")
                .containsEntry("customer_email", "demo@example.test")
                .containsEntry("line_items[0][price]", "price_mail")
                .containsEntry("success_url", billingPage() + "?success=true")
                .containsEntry("cancel_url", billingPage() + "?canceled=true")
                .containsKey("subscription_data[billing_cycle_anchor]");
        assertThat(asked.idempotencyKey()).startsWith("godwit-");
        assertThat(server.get("/projects/" + server.projectId(0) + "/audit", server.secretKey(0))
                        .body())
                .contains("billing.checkout_started");
    }

    private static String billingPage() {
        return server.baseUrl() + "/app/p/" + server.projectId(0) + "/billing";
    }

    @Test
    void aFinishedCheckoutGivesTheProjectACustomerOnceHoweverOftenStripeTellsIt() {
        var credits = stripe.asked("/v1/customers/cus_a/balance_transactions").size();
        var event = payments.checkedOut(0, "cus_a", "sub_a");

        payments.processed(event);
        payments.tell(event);
        payments.tell(event);

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() ->
                        stripe.asked("/v1/customers/cus_a/balance_transactions").size() == credits + 1
                                && !stripe.asked("/v1/customers/cus_a").isEmpty());
        assertThat(last("/v1/customers/cus_a/balance_transactions").form()).containsEntry("amount", "-100");
        var project = new JsonArray(
                        server.get("/users/@me/projects", server.secretKey(0)).body())
                .getJsonObject(0);
        assertThat(project.getString("customer")).isEqualTo("cus_a");
        assertThat(project.getString("subscription")).isEqualTo("sub_a");
        var setup = server.get("/projects/" + server.projectId(0) + "/setup-state", server.secretKey(0));
        assertThat(setup.body()).contains("\"hasSubscription\":true");
        var again = server.call("POST", payments.path(0, "/checkout"), server.secretKey(0), "");
        assertThat(again.statusCode()).isEqualTo(400);
        assertThat(server.database().count("SELECT count(*) FROM stripe_events"))
                .isEqualTo(1);
    }

    /** A customer who ends a subscription and comes back would collect the credit each time. */
    @Test
    void theCreditOfANewCustomerIsGivenOnce() {
        payments.subscribe(0, "cus_back");
        payments.processed(StripeWebhooks.event(
                "customer.subscription.deleted",
                new JsonObject().put("id", "sub_of_cus_back").put("customer", "cus_back")));

        payments.processed(payments.checkedOut(0, "cus_back", "sub_again"));

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> server.database().count("SELECT count(*) FROM stripe_tasks") == 0);
        assertThat(stripe.asked("/v1/customers/cus_back/balance_transactions")).hasSize(1);
    }

    @Test
    void anEventWithoutAGoodSignatureOfNowIsRefusedAndWritesNothing() {
        var body = payments.checkedOut(0, "cus_f", "sub_f").encode();
        var now = Instant.now().getEpochSecond();
        var good = StripeDouble.signature(body, now);

        for (var signature : List.of(
                "",
                "nonsense",
                "t=" + now,
                good.replace("v1=", "v0="),
                good.substring(0, good.length() - 1) + (good.endsWith("0") ? "1" : "0"),
                StripeDouble.signature(body + " ", now),
                StripeDouble.signature(body, now - 301),
                StripeDouble.signature(body, now + 400),
                "t=" + now + ",v1=" + StripeDouble.mac("whsec_other", now + "." + body))) {
            assertThat(payments.send(body, signature).statusCode())
                    .as(signature)
                    .isEqualTo(400);
        }

        assertThat(server.database().count("SELECT count(*) FROM stripe_events"))
                .isZero();
        var two = "t=" + now + ",v1=" + "0".repeat(64) + ",v1=" + good.split("v1=")[1];
        assertThat(payments.send(body, two).body()).contains("\"received\":true");
    }

    @Test
    void whatIsNotOursChangesNothing() {
        var nobody = StripeWebhooks.event(
                "checkout.session.completed",
                new JsonObject()
                        .put("client_reference_id", RouteCatalog.SOME_ID)
                        .put("customer", "cus_x")
                        .put("subscription", "sub_x"));

        assertThat(payments.processed(nobody)).isEqualTo("noted");
        assertThat(payments.processed(StripeWebhooks.event("customer.created", new JsonObject())))
                .startsWith("ignored");
        assertThat(payments.processed(StripeWebhooks.event(
                        "invoice.payment_failed", new JsonObject().put("customer", "cus_stranger"))))
                .startsWith("ignored");
        assertThat(payments.processed(StripeWebhooks.event("checkout.session.completed", new JsonObject())))
                .startsWith("ignored");

        assertThat(server.database().count("SELECT count(*) FROM billing_accounts"))
                .isZero();
    }

    @Test
    void anUnpaidInvoiceSuspendsTheProjectUntilItIsPaid() {
        payments.subscribe(0, "cus_b");
        var failed = invoice("invoice.payment_failed", "cus_b", Instant.now());

        payments.processed(failed);
        var refused = send();
        var state = payments.ok(server.get(payments.path(0, "/security"), server.secretKey(0)));
        payments.processed(invoice("invoice.paid", "cus_b", Instant.now().plusSeconds(1)));
        var accepted = send();

        assertThat(refused).isEqualTo(403);
        assertThat(state.getBoolean("isDisabled")).isTrue();
        var suspension = state.getJsonArray("suspensions").getJsonObject(0);
        assertThat(suspension.getString("reason")).isEqualTo("PAYMENT_FAILED");
        assertThat(accepted).isEqualTo(200);
        var mails = new CaughtMessages(server);
        await().atMost(StripeWebhooks.TIMEOUT).until(() -> !mails.to("demo@example.test", "Your project is suspended")
                .isEmpty());
        var after = payments.ok(server.get(payments.path(0, "/security"), server.secretKey(0)));
        assertThat(after.getJsonArray("suspensions").getJsonObject(0).getString("endedBy"))
                .isEqualTo("the invoice was paid");
    }

    @Test
    void anUnpaidInvoiceOfAProjectThatIsSuspendedForSomethingElseSuspendsItAfterwards() {
        payments.subscribe(0, "cus_both");
        server.database().query("""
                UPDATE projects SET disabled = true, disabled_reason = 'EMAIL_REPUTATION' WHERE id = ?::uuid
                """, server.projectId(0));

        payments.tell(invoice("invoice.payment_failed", "cus_both", Instant.now()));
        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM stripe_events WHERE attempts > 0 OR outcome = 'noted'")
                        == 1);
        server.database().query("UPDATE projects SET disabled = false, disabled_reason = NULL WHERE disabled");

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM projects WHERE disabled_reason = 'PAYMENT_FAILED'")
                        == 1);
    }

    @Test
    void olderNewsOfPaymentsAndFirstInvoicesSuspendNobody() {
        payments.subscribe(0, "cus_c");
        payments.processed(invoice("invoice.paid", "cus_c", Instant.now()));

        var late = payments.processed(
                invoice("invoice.payment_failed", "cus_c", Instant.now().minusSeconds(60)));
        var first = invoice("invoice.payment_failed", "cus_c", Instant.now());
        first.getJsonObject("data").getJsonObject("object").put("billing_reason", "subscription_create");

        assertThat(late).isEqualTo("noted");
        assertThat(payments.processed(first)).startsWith("ignored");
        assertThat(send()).isEqualTo(200);
    }

    @Test
    void aSubscriptionThatEndedBeforeItsCheckoutWasToldDoesNotBegin() {
        var ended = StripeWebhooks.event(
                "customer.subscription.deleted",
                new JsonObject().put("id", "sub_gone").put("customer", "cus_gone"));

        payments.processed(ended);
        var outcome = payments.processed(payments.checkedOut(0, "cus_gone", "sub_gone"));

        assertThat(outcome).startsWith("ignored");
    }

    /** Two administrators pay in two windows: Stripe would charge every email twice. */
    @Test
    void aSecondSubscriptionOfAProjectIsEndedAtOnce() {
        payments.subscribe(0, "cus_twice");

        payments.processed(payments.checkedOut(0, "cus_twice", "sub_second"));

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> !stripe.asked("/v1/subscriptions/sub_second").isEmpty());
        assertThat(last("/v1/subscriptions/sub_second").method()).isEqualTo("DELETE");
        assertThat(stripe.asked("/v1/subscriptions/sub_of_cus_twice")).isEmpty();
        assertThat(server.get("/projects/" + server.projectId(0) + "/audit", server.secretKey(0))
                        .body())
                .contains("billing.subscription_refused");
    }

    @Test
    void whatWasPaidForASecondSubscriptionIsPaidBackAndItsOwnerIsTold() {
        payments.subscribe(0, "cus_rich");
        var second = payments.checkedOut(0, "cus_rich", "sub_paid");
        second.getJsonObject("data")
                .getJsonObject("object")
                .put("invoice", "in_second")
                .put("payment_status", "paid")
                .put("amount_total", 900);

        payments.processed(second);

        await().atMost(StripeWebhooks.TIMEOUT).untilAsserted(() -> assertThat(stripe.asked("/v1/refunds"))
                .extracting(asked -> asked.form().get("payment_intent"))
                .contains("pi_of_in_second"));
        var mails = new CaughtMessages(server);
        await().atMost(StripeWebhooks.TIMEOUT)
                .untilAsserted(() -> assertThat(mails.to("demo@example.test", "Your second subscription was ended"))
                        .extracting(mail -> mail.getString("text"))
                        .anySatisfy(text -> assertThat(text).contains("is paid back")));
    }

    @Test
    void anotherEventOfTheSameCheckoutEndsNothing() {
        payments.subscribe(0, "cus_same");

        payments.processed(payments.checkedOut(0, "cus_same", "sub_of_cus_same"));

        assertThat(server.database().count("SELECT count(*) FROM stripe_tasks WHERE kind = 'CANCEL'"))
                .isZero();
    }

    @Test
    void withoutASubscriptionItsLimitsHoldBackNoEmail() {
        payments.subscribe(0, "cus_capped");
        payments.limit(0, "transactional", 1);
        send();

        payments.processed(StripeWebhooks.event(
                "customer.subscription.deleted",
                new JsonObject().put("id", "sub_of_cus_capped").put("customer", "cus_capped")));

        assertThat(payments.limits(0).getJsonObject("transactional").getInteger("limit"))
                .isEqualTo(1000);
        assertThat(send()).isEqualTo(200);
    }

    @Test
    void anEndedSubscriptionLeavesTheFreeMails() {
        payments.subscribe(0, "cus_d");

        payments.processed(StripeWebhooks.event(
                "customer.subscription.deleted",
                new JsonObject().put("id", "sub_of_cus_d").put("customer", "cus_d")));

        assertThat(payments.limits(0).getJsonObject("campaigns").getInteger("limit"))
                .isEqualTo(1000);
        assertThat(server.call("POST", payments.path(0, "/billing-portal"), server.secretKey(0), "")
                        .body())
                .contains(stripe.url() + "/portal/");
    }

    @Test
    void aFraudWarningRefundsTheChargeAndBlocksCardAndAddress() {
        payments.processed(
                StripeWebhooks.event("radar.early_fraud_warning.created", new JsonObject().put("charge", "ch_stolen")));

        await().atMost(StripeWebhooks.TIMEOUT)
                .until(() -> stripe.asked("/v1/radar/value_list_items").size() >= 2);
        assertThat(last("/v1/refunds").form()).containsEntry("charge", "ch_stolen");
        assertThat(stripe.asked("/v1/radar/value_list_items"))
                .extracting(asked -> asked.form().get("value"))
                .contains("print1", "thief@example.com");
    }

    @Test
    void allInvoicesAreListedPageByPage() {
        payments.subscribe(0, "cus_e");
        stripe.invoices(IntStream.rangeClosed(1, 20)
                .mapToObj(number -> StripeDouble.invoice("in_" + number, number == 3 ? "open" : "paid", number))
                .toList());

        var answer = payments.ok(server.get(payments.path(0, "/billing-invoices"), server.secretKey(0)));

        assertThat(answer.getJsonArray("invoices")).hasSize(20);
        assertThat(answer.getBoolean("hasUnpaidInvoices")).isTrue();
        assertThat(answer.getJsonArray("unpaidInvoices").getJsonObject(0).getString("id"))
                .isEqualTo("in_3");
        assertThat(answer.getJsonArray("invoices").getJsonObject(0).getBoolean("paid"))
                .isTrue();
    }

    @Test
    void whatWasSentIsMeteredOnceThoughStripeFailsAndConsumptionShowsIt() {
        payments.subscribe(0, "cus_m");
        stripe.failNext(3);
        var attachment = new JsonObject()
                .put("filename", "a.txt")
                .put("contentType", "text/plain")
                .put("content", "YQ==");

        server.post("/v1/send", server.secretKey(0), mail());
        server.post("/v1/send", server.secretKey(0), mail().put("attachments", new JsonArray().add(attachment)));
        server.database().query("UPDATE stripe_tasks SET due_at = now()");

        await().atMost(StripeWebhooks.TIMEOUT).until(() -> {
            server.database().query("UPDATE stripe_tasks SET due_at = now() WHERE due_at > now()");
            return stripe.metered("cus_m") == 3 && server.database().count("SELECT count(*) FROM stripe_tasks") == 0;
        });
        var consumption = payments.ok(server.get(payments.path(0, "/billing-consumption"), server.secretKey(0)));
        assertThat(consumption.getJsonObject("usage").getInteger("total")).isEqualTo(3);
        assertThat(consumption.getJsonObject("credits").getInteger("creditAmount"))
                .isEqualTo(100);
        assertThat(consumption.getJsonObject("upcomingInvoice").getInteger("amountDue"))
                .isEqualTo(520);
    }

    @Test
    void aMeterEventThatWasTakenButNotNotedIsNotCountedTwice() {
        for (var time = 1; time <= 2; time++) {
            server.database().query("""
                            INSERT INTO stripe_tasks (id, kind, details)
                            VALUES (?::uuid, 'METER', '{"customer": "cus_twice", "value": "5", "at": "1780000000"}')
                            """, RouteCatalog.SOME_ID);
            payments.processed(StripeWebhooks.event("customer.created", new JsonObject()));
            await().atMost(StripeWebhooks.TIMEOUT)
                    .until(() -> server.database().count("SELECT count(*) FROM stripe_tasks") == 0);
        }

        assertThat(stripe.metered("cus_twice")).isEqualTo(5);
        assertThat(stripe.asked("/v1/billing/meter_events"))
                .extracting(asked -> asked.form().get("identifier"))
                .contains("godwit-" + RouteCatalog.SOME_ID);
    }

    private static JsonObject invoice(String type, String customer, Instant madeAt) {
        return StripeWebhooks.event(type, new JsonObject().put("id", "in_1").put("customer", customer), madeAt);
    }

    private static StripeDouble.Asked last(String path) {
        var asked = stripe.asked(path);
        return asked.get(asked.size() - 1);
    }

    private static int send() {
        return server.post("/v1/send", server.secretKey(0), mail()).statusCode();
    }

    private static JsonObject mail() {
        return new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }
}
