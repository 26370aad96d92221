package io.godwit.addresses;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.api.ApiContract;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.web.HttpSettings;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/verify} by HTTP requests. */
@CloseFields
class AddressRoutesTest {

    private static final ProjectId PROJECT = new ProjectId(UUID.randomUUID());
    private static final String SECRET = "sk_" + "a".repeat(64);
    private static final String PUBLIC = "pk_" + "b".repeat(64);

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();
    private DnsStub names;
    private DnsResolver dns;
    private HttpContext edge;

    @BeforeEach
    void start() throws Exception {
        names = DnsStub.start();
        dns = new DnsResolver(vertx, DnsSettings.of(List.of(names.address()), Duration.ofSeconds(2)));
        edge = new HttpContext(
                settings(),
                AddressRoutesTest::authenticate,
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                () -> true,
                new SimpleMeterRegistry(),
                List.of(new AddressRoutes(new AddressVerifier(vertx, dns))));
        vertx.deployVerticle(new HttpVerticle(edge)).await();
    }

    @Test
    void theVerdictStandsUnderDataAndAtTheTop() throws Exception {
        names.mx("godwit.org", 10, "mx.godwit.org");

        var answer = post("/v1/verify", SECRET, "{\"email\":\" Ada@Godwit.org \"}");

        var body = new JsonObject(answer.body());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(body.getBoolean("success")).isTrue();
        assertThat(body.getJsonObject("data").fieldNames())
                .containsExactly(
                        "email",
                        "valid",
                        "isDisposable",
                        "isAlias",
                        "isTypo",
                        "isPlusAddressed",
                        "isPersonalEmail",
                        "domainExists",
                        "hasWebsite",
                        "hasMxRecords",
                        "reasons");
        assertThat(body.getJsonObject("data").getString("email")).isEqualTo("ada@godwit.org");
        assertThat(body.getBoolean("valid")).isTrue();
        assertThat(body.getJsonArray("reasons")).hasSize(1);
    }

    @Test
    void theAliasAnswersTheSame() throws Exception {
        names.mx("gmail.com", 10, "mx.gmail.com");

        var answer = post("/verify", SECRET, "{\"email\":\"ada@gmial.com\"}");

        var report = new JsonObject(answer.body()).getJsonObject("data");
        assertThat(report.getBoolean("isTypo")).isTrue();
        assertThat(report.getString("suggestedEmail")).isEqualTo("ada@gmail.com");
    }

    @Test
    void anInternationalDomainIsAnsweredByItsALabel() throws Exception {
        names.mx("xn--bcher-kva.de", 10, "mx.xn--bcher-kva.de");

        var answer = post("/v1/verify", SECRET, "{\"email\":\"ada@bücher.de\"}");

        assertThat(new JsonObject(answer.body()).getString("email")).isEqualTo("ada@xn--bcher-kva.de");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"email\":null}",
                "{\"email\":7}",
                "{\"email\":\"\"}",
                "{\"email\":\"ada\"}",
                "{\"email\":\"ada@\"}",
                "{\"email\":\"ada@localhost\"}",
                "{\"email\":\"ada@[::1]\"}",
                "{\"email\":\"ada@[127.0.0.1]\"}",
                "{\"email\":\"ada@127.0.0.1\"}",
                "{\"email\":\"ada@godwit..org\"}",
                "{\"email\":\"Ada <ada@godwit.org>\"}",
                "{\"email\":\"ada@godwit.org\\r\\nBcc: eve@godwit.org\"}"
            })
    void whatIsNoAddressIsRefusedWithoutALookUp(String body) throws Exception {
        var answer = post("/v1/verify", SECRET, body);

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("VALIDATION_ERROR").contains("\"email\"");
        assertThat(names.queries()).isEmpty();
    }

    @Test
    void anEndlessDomainIsRefused() throws Exception {
        var answer = post("/v1/verify", SECRET, "{\"email\":\"a@" + "b".repeat(10_000) + ".org\"}");

        assertThat(answer.statusCode()).isEqualTo(422);
    }

    @Test
    void aPublicKeyMayNotAsk() throws Exception {
        var answer = post("/v1/verify", PUBLIC, "{\"email\":\"ada@godwit.org\"}");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(names.queries()).isEmpty();
    }

    private HttpResponse<String> post(String path, String key, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + edge.port() + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return ApiContract.checked(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    }

    private static Future<Grant> authenticate(String key) {
        var caller = key.equals(SECRET) ? Caller.SECRET_KEY : Caller.PUBLIC_KEY;
        return Future.succeededFuture(new Grant(new Tenant(PROJECT, caller, 1), false, 0));
    }

    private static HttpSettings settings() {
        return new HttpSettings(
                "127.0.0.1",
                0,
                "http://localhost",
                Optional.empty(),
                List.of(),
                0,
                0,
                0,
                0,
                1 << 20,
                java.time.Duration.ZERO,
                io.godwit.web.ConnectionSettings.UNLIMITED,
                Optional.empty());
    }
}
