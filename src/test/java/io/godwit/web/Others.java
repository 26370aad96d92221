package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Those who have a key or a cookie, once every 30 ms. */
final class Others {

    private final Vertx vertx;
    private final TestServer target;
    private final BrowserUser person;
    private final List<String> refusals = new ArrayList<>();
    private final List<Duration> served = new ArrayList<>();

    Others(Vertx vertx, TestServer target, BrowserUser person) {
        this.vertx = vertx;
        this.target = target;
        this.person = person;
    }

    /** At least five times; how long an answer may take is asserted afterwards. */
    void askFor(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end || served.size() + refusals.size() < 25) {
            ask("send", () -> target.post("/v1/send", target.secretKey(0), mail())
                    .statusCode());
            ask("contacts", () -> target.get("/contacts", target.secretKey(0)).statusCode());
            ask("track", () -> target.post("/v1/track", target.secretKey(0), event())
                    .statusCode());
            ask("me", () -> person.get("/users/@me").statusCode());
            vertx.timer(30, TimeUnit.MILLISECONDS).await();
            ask("dashboard", () -> person.in(target.projectId(0), "GET", "/contacts", "")
                    .statusCode());
        }
    }

    /** Each key for the first time, and the dashboard beside it. */
    void askOnceWith(List<String> keys) {
        for (var key : keys) {
            ask("first call", () -> target.get("/contacts", key).statusCode());
            ask("me", () -> person.get("/users/@me").statusCode());
            ask("dashboard", () -> person.in(target.projectId(0), "GET", "/contacts", "")
                    .statusCode());
        }
    }

    /** With bodies that count against the memory of the node. */
    void askForLarge(int times) {
        var large = mail().put("body", "<p>" + "x".repeat(400_000) + "</p>");
        for (var each = 0; each < times; each++) {
            ask("large send", () -> target.post("/v1/send", target.secretKey(0), large)
                    .statusCode());
        }
    }

    private interface Question {
        int status();
    }

    private void ask(String name, Question question) {
        var begun = System.nanoTime();
        var status = question.status();
        if (status == 200) {
            served.add(Duration.ofNanos(System.nanoTime() - begun));
        } else {
            refusals.add(name + " " + status);
        }
    }

    private JsonObject mail() {
        return new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + target.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    static JsonObject event() {
        return new JsonObject().put("email", "ada@example.com").put("event", "read");
    }

    void assertServed(Object flood) {
        assertThat(refusals).as(flood.toString()).isEmpty();
        System.out.println(latencies() + " beside " + flood);
        assertThat(slowest(0.5)).as(flood.toString()).isLessThan(Duration.ofSeconds(1));
        // The slowest of all may have met a pause of the machine, which is not the flood's doing.
        assertThat(slowest(0.95)).as(flood.toString()).isLessThan(Duration.ofSeconds(4));
    }

    private String latencies() {
        return served.size() + " answers, median " + slowest(0.5).toMillis() + " ms, 95 % "
                + slowest(0.95).toMillis() + " ms, slowest " + slowest(1).toMillis() + " ms";
    }

    /** Returns how long the slowest of the fastest {@code part} of the answers took. */
    private Duration slowest(double part) {
        return served.stream().sorted().toList().get((int) Math.ceil(part * served.size()) - 1);
    }
}
