package io.godwit.kit.nodes;

import com.nimbusds.oauth2.sdk.TokenRequest;
import io.godwit.kit.HttpBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.GitHubDouble;
import io.godwit.kit.net.OpenIdServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;

/** A node with every provider: GitHub's double, and a real OpenID server that is two issuers. */
public final class OAuthNode implements AutoCloseable {

    public static final String CLIENT = "godwit-client";
    public static final String SECRET = "canary-oidc-secret";

    public final MockOAuth2Server openId = OpenIdServer.start();
    public final GitHubDouble gitHub = GitHubDouble.start();
    public final TestServer server;

    private OAuthNode(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "GODWIT_ACCOUNTS_OAUTH_OIDC_CLIENT", CLIENT,
                "GODWIT_ACCOUNTS_OAUTH_OIDC_SECRET", SECRET,
                "GODWIT_ACCOUNTS_OAUTH_OIDC_URL", openId.issuerUrl("oidc").toString(),
                "GODWIT_ACCOUNTS_OAUTH_OIDC_NAME", "Corp",
                "GODWIT_ACCOUNTS_OAUTH_GOOGLE_CLIENT", CLIENT,
                "GODWIT_ACCOUNTS_OAUTH_GOOGLE_SECRET", SECRET,
                "GODWIT_ACCOUNTS_OAUTH_GOOGLE_URL", openId.issuerUrl("google").toString()));
        environment.putAll(Map.of(
                "GODWIT_ACCOUNTS_OAUTH_GITHUB_CLIENT",
                GitHubDouble.CLIENT,
                "GODWIT_ACCOUNTS_OAUTH_GITHUB_SECRET",
                GitHubDouble.SECRET,
                "GODWIT_ACCOUNTS_OAUTH_GITHUB_URL",
                gitHub.url(),
                "GODWIT_ACCOUNTS_OAUTH_GITHUB_API",
                gitHub.url() + "/api"));
        environment.putAll(more);
        server = TestServer.start(environment);
    }

    public static OAuthNode start(Map<String, String> more) {
        return new OAuthNode(more);
    }

    public String outbound(String provider) {
        return server.baseUrl() + "/oauth/" + provider + "/outbound";
    }

    public String callback(String provider) {
        return server.baseUrl() + "/oauth/" + provider + "/callback";
    }

    /** The whole way, by somebody who is this subject there, with a token that says this. */
    public HttpResponse<String> comeIn(
            HttpBrowser surfer, String provider, String subject, Map<String, Object> claims) {
        prepare(provider, subject, claims);
        return surfer.open(outbound(provider));
    }

    public HttpResponse<String> comeIn(HttpBrowser surfer, String subject, String email) {
        return comeIn(surfer, "oidc", subject, Map.of("email", email, "email_verified", true));
    }

    /** Sets the claims of the next token of this issuer; claims win over what it would say otherwise. */
    public void prepare(String issuer, String subject, Map<String, Object> claims) {
        openId.enqueueCallback(new DefaultOAuth2TokenCallback(issuer, subject, "JWT", null, claims, 3_600) {
            @Override
            public Map<String, Object> addClaims(TokenRequest request) {
                return claims;
            }
        });
    }

    /** The way to the provider and no further. */
    public String leave(HttpBrowser surfer, String provider) {
        return HttpBrowser.location(surfer.look(outbound(provider))).orElseThrow();
    }

    public JsonObject me(HttpBrowser surfer) {
        return new JsonObject(surfer.look(server.baseUrl() + "/users/@me").body());
    }

    public long count(String sql, Object... values) {
        return server.database().count(sql, values);
    }

    @Override
    public void close() {
        server.close();
        openId.shutdown();
        gitHub.close();
    }
}
