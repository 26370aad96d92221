package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests of strangers: whatever they ask of what is open to them, a secret key and a dashboard are served beside it. */
@GodwitServer({"GODWIT_RATE_LIMIT_PER_MINUTE=12000", "GODWIT_RATE_LIMIT_PUBLIC=1000", "GODWIT_RATE_LIMIT_OPEN=300"})
@CloseFields
class OverloadTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static TestServer server;
    private static BrowserUser owner;
    private static final AtomicInteger MADE_UP = new AtomicInteger();

    /** Stands for another key in each request, of the right form and of nobody. */
    private static final String MADE_UP_KEY = "sk_MADE_UP";

    @BeforeAll
    static void start() {
        owner = BrowserUser.demo(server);
        new Others(VERTX, server, owner).askFor(Duration.ofSeconds(2));
    }

    @Test
    void aFloodOfEveryOpenRouteAndEveryPublicRouteLeavesTheOthersAlone() {
        besideAFlood(floods(), 64, Duration.ofSeconds(6));
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {4, 64, 400})
    void aFloodOfEachRouteAloneLeavesTheOthersAlone(int connections) {
        assertAll(
                floods().stream().map(flood -> () -> besideAFlood(List.of(flood), connections, Duration.ofSeconds(3))));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 64, 400})
    void aFloodOfMadeUpKeysLeavesKeysThatWereNeverUsedBeforeAndTheDashboardAlone(int connections) {
        var fresh = IntStream.range(0, 16).mapToObj(each -> newKey()).toList();
        var others = new Others(VERTX, server, owner);
        var flood = new Flood(
                server,
                List.of(
                        new Asked(HttpMethod.GET, "/contacts", MADE_UP_KEY, ""),
                        new Asked(HttpMethod.POST, "/v1/track", MADE_UP_KEY, "{}")),
                connections);
        VERTX.timer(500, TimeUnit.MILLISECONDS).await();

        others.askOnceWith(fresh);

        flood.stop();
        others.assertServed(flood);
        assertThat(flood.statusToCount).as(flood.toString()).containsKey(401);
    }

    private static String newKey() {
        var project = server.projectId(1);
        var label = "fresh " + MADE_UP.incrementAndGet();
        var answer = owner.in(
                project,
                "POST",
                "/projects/" + project + "/keys",
                new JsonObject().put("label", label).put("scope", "FULL").encode());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return new JsonObject(answer.body()).getJsonObject("data").getString("key");
    }

    /** The requests strangers may always make without a limit, from many addresses, is bounded by its connections alone. */
    @Test
    void aFloodFromManyAddressesLeavesTheOthersAlone() {
        try (var open = TestServer.start()) {
            var others = new Others(VERTX, open, BrowserUser.demo(open));
            var flood = new Flood(
                    open,
                    floods().stream()
                            .filter(each -> each.path().startsWith("/auth"))
                            .toList(),
                    64);

            others.askFor(Duration.ofSeconds(4));

            flood.stop();
            others.assertServed(flood);
        }
    }

    @Test
    void whatThePublicKeyHasSpentIsNotTheSecretKeysNorTheUsers() {
        try (var small = TestServer.start(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "20"))) {
            var person = BrowserUser.demo(small);
            var tracked = Others.event();
            for (int each = 0; each < 20; each++) {
                assertThat(small.post("/v1/track", small.publicKey(0), tracked).statusCode())
                        .isEqualTo(200);
            }

            assertThat(small.post("/v1/track", small.publicKey(0), tracked).statusCode())
                    .isEqualTo(429);
            for (int each = 0; each < 20; each++) {
                assertThat(small.post("/v1/track", small.secretKey(0), tracked).statusCode())
                        .isEqualTo(200);
            }
            assertThat(small.get("/contacts", small.secretKey(0)).statusCode()).isEqualTo(429);
            assertThat(person.in(small.projectId(0), "GET", "/contacts", "").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void whatAUserHasSpentIsNotTheProjectsNorAnotherUsers() {
        try (var small =
                TestServer.start(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "20", "GODWIT_RATE_LIMIT_PER_USER", "10"))) {
            var person = BrowserUser.demo(small);
            var other = BrowserUser.signedUp(small, "other@example.com");
            for (int each = 0; each < 10; each++) {
                var path = "/contacts?project=" + small.projectId(each % 2);
                assertThat(person.get(path).statusCode()).isEqualTo(200);
            }

            var refused = person.get("/users/@me");

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("RateLimit-Limit")).contains("10");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 60L);
            assertThat(other.get("/users/@me").statusCode()).isEqualTo(200);
            assertThat(small.get("/contacts", small.secretKey(0)).headers().firstValue("RateLimit-Remaining"))
                    .contains("19");
        }
    }

    @Test
    void oneClientAddressMayNotSpendAllOfAPublicKey() {
        try (var small = TestServer.start(Map.of("GODWIT_RATE_LIMIT_PUBLIC", "5", "GODWIT_RATE_LIMIT_OPEN", "5"))) {
            for (int each = 0; each < 5; each++) {
                assertThat(small.post("/v1/track", small.publicKey(each % 2), Others.event())
                                .statusCode())
                        .isEqualTo(200);
                assertThat(new BrowserUser(small, "m" + each + "@example.com", "wrong password")
                                .signIn()
                                .statusCode())
                        .isEqualTo(200);
            }

            var tracked = small.post("/v1/track", small.publicKey(0), Others.event());
            var signedIn = new BrowserUser(small, "m@example.com", "wrong password").signIn();

            assertThat(List.of(tracked.statusCode(), signedIn.statusCode())).containsOnly(429);
            assertThat(signedIn.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 60L);
            assertThat(small.post("/v1/track", small.secretKey(0), Others.event())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** A server of its own: what the floods above have spent of the public key's budget must not refuse these calls. */
    @Test
    void anIdempotencyKeyOfThePublicKeyIsFreeForTheSecretOne() {
        try (var calm = TestServer.start()) {
            var key = "invoice/1001";
            var tracked = Others.event().encode();

            var taken = calm.call("POST", "/v1/track", calm.publicKey(0), tracked, "Idempotency-Key", key);
            var sent = calm.call("POST", "/v1/track", calm.secretKey(0), tracked, "Idempotency-Key", key);
            var again = calm.call("POST", "/v1/track", calm.secretKey(0), tracked, "Idempotency-Key", key);

            assertThat(List.of(taken.statusCode(), sent.statusCode(), again.statusCode()))
                    .containsOnly(200);
            assertThat(sent.headers().firstValue("Idempotent-Replay")).isEmpty();
            assertThat(again.headers().firstValue("Idempotent-Replay")).contains("true");
        }
    }

    private static void besideAFlood(List<Asked> what, int connections, Duration time) {
        var others = new Others(VERTX, server, owner);
        var flood = new Flood(server, what, connections);

        others.askFor(time);

        flood.stop();
        others.assertServed(flood);
    }

    /** One request a stranger can make. */
    private record Asked(HttpMethod method, String path, String key, String body) {}

    /** Every route that asks for nothing, and those that public keys open. */
    private static List<Asked> floods() {
        var floods = new ArrayList<Asked>();
        for (var route : server.routes()) {
            if (route.access() == Access.OPEN && !route.path().startsWith("/dev/")) {
                floods.add(new Asked(route.method(), path(route), "", body(route)));
            } else if (route.access() == Access.ANY_KEY) {
                floods.add(new Asked(route.method(), route.path(), server.publicKey(0), body(route)));
            }
        }
        return floods;
    }

    private static String path(RouteTable.Route route) {
        return route.path().replaceAll(":[a-zA-Z]+", "x".repeat(40));
    }

    private static String body(RouteTable.Route route) {
        if (route.method().equals(HttpMethod.GET)
                || route.body().form()
                || route.body().raw()) {
            return "";
        }
        return switch (route.path()) {
            case "/v1/track" -> "{\"email\":\"flood@example.com\",\"event\":\"flood\"}";
            case "/auth/login", "/auth/signup" ->
                "{\"email\":\"MADE_UP@example.com\",\"password\":\"a long password\"}";
            case "/auth/request-password-reset" -> "{\"email\":\"MADE_UP@example.com\"}";
            case "/auth/verify-email" -> "{\"token\":\"" + "a".repeat(64) + "\"}";
            case "/auth/reset-password" -> "{\"token\":\"" + "a".repeat(64) + "\",\"newPassword\":\"a long password\"}";
            default -> "{}";
        };
    }

    /** Requests one after the other on each of many connections, without a pause. */
    private static final class Flood {

        private final HttpClient client;
        private final TestServer target;
        private final List<Asked> what;
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger next = new AtomicInteger();
        private final Map<Integer, AtomicInteger> statusToCount = new ConcurrentSkipListMap<>();

        private Flood(TestServer target, List<Asked> what, int connections) {
            this.target = target;
            this.what = what;
            this.client =
                    VERTX.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(connections));
            for (int each = 0; each < connections; each++) {
                ask();
            }
        }

        private void ask() {
            if (over.get()) {
                return;
            }
            var asked = what.get(next.getAndIncrement() % what.size());
            client.request(new RequestOptions()
                            .setMethod(asked.method())
                            .setAbsoluteURI(target.baseUrl() + asked.path()))
                    .compose(request -> {
                        request.putHeader("Content-Type", "application/json");
                        if (!asked.key().isEmpty()) {
                            request.putHeader("Authorization", "Bearer " + key(asked));
                        }
                        return request.send(asked.body().replace("MADE_UP", "m" + MADE_UP.incrementAndGet()));
                    })
                    .compose(answer -> answer.end().map(answer.statusCode()))
                    .onSuccess(status -> statusToCount
                            .computeIfAbsent(status, ignored -> new AtomicInteger())
                            .incrementAndGet())
                    .onComplete(ignored -> ask());
        }

        private static String key(Asked asked) {
            return asked.key().equals(MADE_UP_KEY) ? ("sk_%064x").formatted(MADE_UP.incrementAndGet()) : asked.key();
        }

        private void stop() {
            over.set(true);
            client.close().await();
        }

        @Override
        public String toString() {
            return statusToCount + " of " + what;
        }
    }
}
