package io.godwit.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.EmailAddress;
import io.godwit.kit.net.OpenIdServer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the usual provider does not do: how it knows us, addresses told only when asked for, providers that are another. */
class OpenIdProviderTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final MockOAuth2Server SIGNER = OpenIdServer.start();
    private static final AuthorizationState CHALLENGE = new AuthorizationState("state", "nonce", "verifier");

    private static HttpServer server;
    private static OpenIdProvider provider;

    private static final List<String> HEADERS = new ArrayList<>();
    private static final List<String> FORMS = new ArrayList<>();
    private static final JsonObject DOCUMENT = new JsonObject();
    private static final JsonObject INFO = new JsonObject();

    @BeforeAll
    static void start() {
        server = VERTX.createHttpServer()
                .requestHandler(OpenIdProviderTest::answer)
                .listen(0, "localhost")
                .await();
        var settings = new ProviderSettings(ProviderName.OIDC, "Corp", url(), "", "the client", "the secret");
        provider = new OpenIdProvider(VERTX, new ProviderClient(VERTX), settings, "http://localhost/callback");
    }

    @AfterAll
    static void stop() {
        SIGNER.shutdown();
        VERTX.close().await();
    }

    @BeforeEach
    void usual() {
        HEADERS.clear();
        FORMS.clear();
        INFO.clear().put("sub", "ada").put("email", "Ada@Example.com").put("email_verified", "true");
        DOCUMENT.clear()
                .put("issuer", url())
                .put("authorization_endpoint", url() + "/authorize")
                .put("token_endpoint", url() + "/token")
                .put("userinfo_endpoint", url() + "/info")
                .put("jwks_uri", SIGNER.jwksUrl("signer").toString());
    }

    @Test
    void anAddressThatIsNotInTheTokenIsAskedFor() {
        var identity = provider.identify("code", CHALLENGE).await();

        assertThat(identity.email()).contains(new EmailAddress("ada@example.com"));
        assertThat(identity.subject()).isEqualTo("ada");
        assertThat(HEADERS).contains("Bearer the token");
    }

    @Test
    void anAddressOfSomebodyElseIsNotTaken() {
        INFO.put("sub", "eve");

        assertThatThrownBy(() -> provider.identify("code", CHALLENGE).await()).hasMessageContaining("wrong sub");
    }

    @Test
    void anAddressThatIsNotVerifiedIsNone() {
        INFO.remove("email_verified");

        assertThat(provider.identify("code", CHALLENGE).await().email()).isEmpty();
    }

    @Test
    void weShowOurSecretInAHeaderUnlessTheBodyIsOffered() {
        provider.identify("code", CHALLENGE).await();
        DOCUMENT.put("token_endpoint_auth_methods_supported", new JsonArray().add("client_secret_post"));
        provider.identify("code", CHALLENGE).await();

        var basic = Base64.getEncoder().encodeToString("the client:the secret".getBytes(StandardCharsets.UTF_8));
        assertThat(HEADERS).contains("Basic " + basic);
        assertThat(FORMS).hasSize(2).allMatch(form -> form.contains("code_verifier=verifier"));
        assertThat(FORMS.get(0)).doesNotContain("secret");
        assertThat(FORMS.get(1)).contains("client_secret=the+secret", "client_id=the+client");
    }

    @Test
    void aProviderThatCallsItselfAnotherIsNone() {
        DOCUMENT.put("issuer", "https://evil.test");

        assertThatThrownBy(() -> provider.address(CHALLENGE).await()).hasMessageContaining("calls itself");
    }

    @Test
    void oneThatTellsTooLittleIsNone() {
        for (var name : List.of("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")) {
            usual();
            DOCUMENT.remove(name);

            assertThatThrownBy(() -> provider.address(CHALLENGE).await()).hasMessageContaining(name);
        }
    }

    /** A token of ours must not be carried elsewhere. */
    @Test
    void aRedirectIsNotFollowed() {
        DOCUMENT.put("userinfo_endpoint", url() + "/moved");

        assertThatThrownBy(() -> provider.identify("code", CHALLENGE).await()).hasMessageContaining("302");
        assertThat(HEADERS)
                .filteredOn(header -> header.equals("Bearer the token"))
                .hasSize(1);
    }

    private static void answer(HttpServerRequest request) {
        HEADERS.add(String.valueOf(request.getHeader("Authorization")));
        switch (request.path()) {
            case "/.well-known/openid-configuration" -> json(request, DOCUMENT);
            case "/token" ->
                request.body().onSuccess(form -> {
                    FORMS.add(form.toString());
                    json(request, tokens());
                });
            case "/info" -> json(request, INFO);
            case "/moved" ->
                request.response()
                        .setStatusCode(302)
                        .putHeader("Location", url() + "/info")
                        .end();
            default -> request.response().setStatusCode(404).end();
        }
    }

    private static JsonObject tokens() {
        var claims = Map.<String, Object>of("iss", url(), "nonce", CHALLENGE.nonce());
        var says = new DefaultOAuth2TokenCallback("signer", "ada", "JWT", List.of("the client"), claims, 3_600);
        var token = SIGNER.issueToken("signer", "the client", says);
        return new JsonObject()
                .put("token_type", "Bearer")
                .put("access_token", "the token")
                .put("id_token", token.serialize());
    }

    private static void json(HttpServerRequest request, JsonObject body) {
        request.response().putHeader("Content-Type", "application/json").end(body.encode());
    }

    private static String url() {
        return "http://localhost:" + server.actualPort();
    }
}
