package io.godwit.kit.net;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Speaks the requests of Stripe's API that we make, as its documentation tells them: form bodies, a key in {@code
 * Authorization}, answers repeated for a repeated {@code Idempotency-Key}, lists in pages, meter events counted once for each
 * identifier. It signs events as Stripe does.
 */
public final class StripeDouble implements AutoCloseable {

    public static final String KEY = "sk_test_double";
    public static final String WEBHOOK_SECRET = "whsec_double";

    /** Of a page, however long a one was asked for. */
    private static final int MAX_PAGE_LENGTH = 7;

    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Map<String, JsonObject> keyToAnswer = new ConcurrentHashMap<>();
    private final Map<String, Integer> identifierToValue = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger meterFailures = new AtomicInteger();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<JsonObject> invoices = new CopyOnWriteArrayList<>();
    private volatile boolean hung;

    /** One request, the first time it came. */
    public record Asked(String method, String path, Map<String, String> form, String idempotencyKey) {}

    private StripeDouble(Vertx vertx) {
        server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .await();
    }

    public static StripeDouble start(Vertx vertx) {
        return new StripeDouble(vertx);
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** The settings of a node that bills by this double. */
    public Map<String, String> settings() {
        return Map.of(
                "GODWIT_BILLING_STRIPE_KEY",
                KEY,
                "GODWIT_BILLING_STRIPE_WEBHOOK_SECRET",
                WEBHOOK_SECRET,
                "GODWIT_BILLING_STRIPE_PRICE",
                "price_mail",
                "GODWIT_BILLING_STRIPE_URL",
                url());
    }

    /** Breaks the next so many requests off with a 500. */
    public void failNext(int count) {
        failures.set(count);
    }

    /** Breaks the next so many meter events off with a 500. */
    public void failMeters(int count) {
        meterFailures.set(count);
    }

    /** Requests are counted and never answered, until told otherwise. */
    public void hang(boolean hangs) {
        hung = hangs;
    }

    public void invoices(List<JsonObject> all) {
        invoices.clear();
        invoices.addAll(all);
    }

    public List<Asked> asked(String path) {
        return asked.stream().filter(one -> one.path().equals(path)).toList();
    }

    /** The number of requests, repetitions included. */
    public int requests() {
        return requests.get();
    }

    /** The units all meter events of a customer amount to. */
    public int metered(String customer) {
        return identifierToValue.entrySet().stream()
                .filter(event -> event.getKey().startsWith(customer + " "))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** The header of an event. */
    public static String signature(String body, long seconds) {
        return "t=" + seconds + ",v1=" + mac(WEBHOOK_SECRET, seconds + "." + body);
    }

    public static String mac(String secret, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void take(HttpServerRequest request) {
        request.setExpectMultipart(request.getHeader("Content-Type") != null);
        request.endHandler(ignored -> answer(request, request.formAttributes()));
    }

    private void answer(HttpServerRequest request, MultiMap form) {
        requests.incrementAndGet();
        if (!("Bearer " + KEY).equals(request.getHeader("Authorization"))) {
            write(request, 401, error("invalid_request_error", "api_key_invalid"));
        } else if (hung) {
            note(request, form);
        } else if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0 || isFailingMeter(request)) {
            write(request, 500, error("api_error", "down"));
        } else {
            var key = request.getHeader("Idempotency-Key");
            var known = key == null || request.method().name().equals("GET") ? null : keyToAnswer.get(key);
            if (known == null) {
                note(request, form);
                known = reply(request, form);
                if (key != null) {
                    keyToAnswer.put(key, known);
                }
            }
            write(request, known.containsKey("error") ? 404 : 200, known);
        }
    }

    private boolean isFailingMeter(HttpServerRequest request) {
        return request.path().equals("/v1/billing/meter_events")
                && meterFailures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private void note(HttpServerRequest request, MultiMap form) {
        var fields = new java.util.TreeMap<String, String>();
        request.params().forEach(fields::put);
        form.forEach(fields::put);
        var key = request.getHeader("Idempotency-Key");
        asked.add(new Asked(request.method().name(), request.path(), fields, key == null ? "" : key));
    }

    private JsonObject reply(HttpServerRequest request, MultiMap form) {
        var number = numbers.incrementAndGet();
        var path = request.path();
        if (path.equals("/v1/checkout/sessions")) {
            return new JsonObject()
                    .put("id", "cs_" + number)
                    .put("object", "checkout.session")
                    .put("url", url() + "/pay/" + number);
        } else if (path.equals("/v1/billing_portal/sessions")) {
            return new JsonObject().put("object", "billing_portal.session").put("url", url() + "/portal/" + number);
        } else if (path.equals("/v1/invoices")) {
            return page(request);
        } else if (path.equals("/v1/invoices/create_preview")) {
            return invoice("in_next", "draft", 520);
        } else if (path.equals("/v1/invoice_payments")) {
            return list(new JsonArray().add(payment(request.getParam("invoice"))), false);
        } else if (path.equals("/v1/billing/meter_events")) {
            return metered(form);
        } else if (path.startsWith("/v1/customers/")) {
            return new JsonObject()
                    .put("id", path.split("/")[3])
                    .put("object", path.endsWith("balance_transactions") ? "customer_balance_transaction" : "customer")
                    .put("balance", -100)
                    .put("currency", "usd");
        } else if (path.startsWith("/v1/subscriptions/")) {
            return new JsonObject().put("id", path.split("/")[3]).put("object", "subscription");
        } else if (path.startsWith("/v1/charges/")) {
            return new JsonObject()
                    .put("object", "charge")
                    .put("billing_details", new JsonObject().put("email", "thief@example.com"))
                    .put(
                            "payment_method_details",
                            new JsonObject()
                                    .put("type", "card")
                                    .put("card", new JsonObject().put("fingerprint", "print1")));
        } else if (path.equals("/v1/radar/value_lists")) {
            var list = new JsonObject().put("id", "rsl_" + request.getParam("alias"));
            return list(new JsonArray().add(list.put("object", "radar.value_list")), false);
        } else if (path.equals("/v1/radar/value_list_items") || path.equals("/v1/refunds")) {
            return new JsonObject().put("id", "x_" + number);
        }
        return error("invalid_request_error", "resource_missing");
    }

    /** The same identifier counts once, whatever key the request bears. */
    private JsonObject metered(MultiMap form) {
        var event = form.get("payload[stripe_customer_id]") + " " + form.get("identifier");
        identifierToValue.putIfAbsent(event, Integer.parseInt(form.get("payload[value]")));
        return new JsonObject().put("object", "billing.meter_event").put("identifier", form.get("identifier"));
    }

    private JsonObject page(HttpServerRequest request) {
        var after = request.getParam("starting_after");
        var start = 0;
        for (var at = 0; after != null && at < invoices.size(); at++) {
            start = invoices.get(at).getString("id").equals(after) ? at + 1 : start;
        }
        var wanted = Math.min(MAX_PAGE_LENGTH, Integer.parseInt(request.getParam("limit")));
        var end = Math.min(invoices.size(), start + wanted);
        return list(new JsonArray(new ArrayList<>(invoices.subList(start, end))), end < invoices.size());
    }

    private static JsonObject payment(String invoice) {
        return new JsonObject()
                .put("id", "inpay_of_" + invoice)
                .put("object", "invoice_payment")
                .put("invoice", invoice)
                .put("status", "paid")
                .put(
                        "payment",
                        new JsonObject().put("type", "payment_intent").put("payment_intent", "pi_of_" + invoice));
    }

    private static JsonObject list(JsonArray data, boolean more) {
        return new JsonObject().put("object", "list").put("data", data).put("has_more", more);
    }

    public static JsonObject invoice(String id, String status, int amount) {
        return new JsonObject()
                .put("id", id)
                .put("object", "invoice")
                .put("number", "N-" + id)
                .put("status", status)
                .put("amount_due", amount)
                .put("amount_paid", status.equals("paid") ? amount : 0)
                .put("currency", "usd")
                .put("created", 1_780_000_000)
                .put("period_start", 1_777_600_000)
                .put("period_end", 1_780_200_000)
                .put("hosted_invoice_url", "https://invoice.example/" + id)
                .put("invoice_pdf", "https://invoice.example/" + id + ".pdf")
                .put("subtotal", amount)
                .put("total", amount);
    }

    private static JsonObject error(String type, String code) {
        return new JsonObject()
                .put(
                        "error",
                        new JsonObject().put("type", type).put("code", code).put("message", code));
    }

    private static void write(HttpServerRequest request, int status, JsonObject answer) {
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .putHeader("Request-Id", "req_double")
                .end(answer.encode());
    }

    @Override
    public void close() {
        server.close().await();
    }
}
