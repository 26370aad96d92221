package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.HttpBrowser;
import io.godwit.kit.nodes.OAuthNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Providers where sign-ups are closed, where the pages are another server's, and where a provider is away. */
class OAuthRestrictionsTest {

    private static final String APP = "https://app.example.test";

    @Test
    void whereSignUpsAreClosedTheFirstUserComesInAndNobodyElseDoes() {
        try (var world = OAuthNode.start(Map.of(
                "GODWIT_ACCOUNTS_SIGNUPS",
                "false",
                "GODWIT_DEMO_ENABLED",
                "false",
                "GODWIT_HTTP_DASHBOARD_ORIGIN",
                APP,
                "GODWIT_ACCOUNTS_OAUTH_GOOGLE_URL",
                "http://localhost:9",
                "GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS",
                "3"))) {
            var first = new HttpBrowser();
            var second = new HttpBrowser();

            var founder = world.comeIn(first, "1", "first@example.com");
            var late = world.comeIn(second, "2", "second@example.com");
            var again = world.comeIn(first, "1", "first@example.com");

            assertThat(HttpBrowser.location(founder)).contains(APP);
            assertThat(world.me(first).getString("email")).isEqualTo("first@example.com");
            assertThat(late.statusCode()).isEqualTo(400);
            assertThat(late.body()).contains("Sign-ups are disabled");
            assertThat(HttpBrowser.location(again)).contains(APP);
            assertThat(world.count("SELECT count(*) FROM users")).isEqualTo(1);

            world.prepare("oidc", "1", Map.of());
            var deep = first.open(world.outbound("oidc") + "?next=/contacts");
            assertThat(HttpBrowser.location(deep)).contains(APP + "/contacts");

            world.prepare("oidc", "3", Map.of("email", "third@example.com"));
            var refused =
                    HttpBrowser.location(second.open(world.outbound("oidc"))).orElseThrow();
            assertThat(refused).startsWith(APP + "/auth/login?message=");
            assertThat(URLDecoder.decode(refused, StandardCharsets.UTF_8)).contains("no verified email address");

            assertFailure(second.look(world.outbound("google")), 503, "SERVICE_UNAVAILABLE");
            assertFailure(second.look(world.outbound("google")), 429, "RATE_LIMIT_EXCEEDED");
        }
    }
}
