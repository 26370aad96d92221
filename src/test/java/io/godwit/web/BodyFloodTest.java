package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.BodyFlood.FilledRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests bodies of strangers, as large as they may be, slow and many: a secret key and a dashboard are served beside them. */
@GodwitServer({"GODWIT_RATE_LIMIT_PER_MINUTE=12000", "GODWIT_HTTP_MAX_BUFFERED_BODY_BYTES=8388608"})
@CloseFields
class BodyFloodTest {

    private static final Vertx VERTX = Vertx.vertx();

    /** Bodies that count against the memory of the node are asked for so many times as often as others. */
    private static final int LARGE_SHARE = 12;

    private static final Pattern LINK = Pattern.compile("/unsubscribe/([^\"<>\\s]+)");

    private static TestServer server;
    private static BrowserUser owner;
    private static String link;

    @BeforeAll
    static void start() {
        owner = BrowserUser.demo(server);
        link = unsubscribeLink();
        new Others(VERTX, server, owner).askFor(Duration.ofSeconds(1));
    }

    /** The link of a newsletter, which works as often as it is called. */
    private static String unsubscribeLink() {
        var template = new JsonObject()
                .put("name", "News")
                .put("subject", "News of the flood")
                .put("body", "<p>News</p>")
                .put("from", "hello@" + server.domain(0))
                .put("type", "MARKETING");
        var made = server.post("/templates", server.secretKey(0), template);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        var mail = new JsonObject()
                .put("to", "reader@example.com")
                .put("subscribed", true)
                .put("template", new JsonObject(made.body()).getString("id"));
        var sent = server.post("/v1/send", server.secretKey(0), mail);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        var caught = new CaughtMessages(server);
        await().atMost(Duration.ofSeconds(60)).until(() -> !caught.to("reader@example.com", "News of the flood")
                .isEmpty());
        var found = LINK.matcher(
                caught.to("reader@example.com", "News of the flood").get(0).getString("html"));
        assertThat(found.find()).isTrue();
        return found.group();
    }

    @Test
    void bodiesOfEveryOpenAndEveryPublicRouteLeaveTheOthersAlone() {
        besideAFlood(weighted(requests()), 64, Duration.ofMillis(60), Duration.ofSeconds(3));
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"4, 1", "64, 1", "400, 1", "400, 250", "400, 2000"})
    void bodiesOfAllRoutesAtOnceLeaveTheOthersAlone(int connections, int pauseMillis) {
        besideAFlood(weighted(requests()), connections, Duration.ofMillis(pauseMillis), Duration.ofSeconds(10));
    }

    private static List<FilledRequest> weighted(List<FilledRequest> requests) {
        return requests.stream()
                .flatMap(request ->
                        Collections.nCopies(request.length() > RouteTable.OPEN_LIMIT ? LARGE_SHARE : 1, request)
                                .stream())
                .toList();
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"4, 1", "64, 1", "400, 250"})
    void bodiesOfEachRouteAloneLeaveTheOthersAlone(int connections, int pauseMillis) {
        for (var request : requests()) {
            besideAFlood(List.of(request), connections, Duration.ofMillis(pauseMillis), Duration.ofSeconds(4));
        }
    }

    private static void besideAFlood(List<FilledRequest> requests, int connections, Duration pause, Duration time) {
        var others = new Others(VERTX, server, owner);
        var flood = new BodyFlood(VERTX, server, requests, connections, pause);

        others.askFor(time);
        others.askForLarge(5);

        flood.stop();
        others.assertServed(flood);
        assertThat(flood.toString()).matches("\\{.*\\b[2-5][0-9]{2}=[1-9].*");
    }

    /** One request of every route with a body that asks for nothing, of those that public keys open, and of some with valid tokens. */
    private static List<FilledRequest> requests() {
        var requests = new ArrayList<FilledRequest>();
        for (var route : server.routes()) {
            if (!route.method().equals(HttpMethod.GET) && !route.path().startsWith("/dev/")) {
                if (route.access() == Access.OPEN) {
                    requests.add(filled(route, route.path().replaceAll(":[a-zA-Z]+", "x".repeat(40)), "", ""));
                } else if (route.access() == Access.ANY_KEY) {
                    requests.add(filled(route, route.path(), server.publicKey(0), fields(route)));
                }
            }
            if (route.path().equals("/unsubscribe/:token") && route.method().equals(HttpMethod.POST)) {
                requests.add(filled(route, link, "", "List-Unsubscribe=One-Click&"));
            } else if (route.path().equals("/auth/login")) {
                requests.add(filled(route, route.path(), "", fields(route)));
            }
        }
        return requests;
    }

    private static String fields(RouteTable.Route route) {
        return switch (route.path()) {
            case "/v1/track" -> "\"email\":\"flood@example.com\",\"event\":\"flood\"";
            case "/auth/login" -> "\"email\":\"" + owner.email() + "\",\"password\":\"" + server.password() + "\"";
            default -> "";
        };
    }

    private static FilledRequest filled(RouteTable.Route route, String path, String key, String fields) {
        var method = route.method().name();
        var length = route.body().limit();
        return route.body().form()
                ? new FilledRequest(
                        method, path, key, "application/x-www-form-urlencoded", fields + "filler=", "", length)
                : new FilledRequest(method, path, key, "application/json", "{" + fields, "}", length);
    }
}
