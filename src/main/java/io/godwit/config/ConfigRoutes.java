package io.godwit.config;

import io.godwit.accounts.SignUpPolicy;
import io.godwit.oauth.ProviderSettings;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /config}: the features of this deployment, for pages that adapt to it. Nothing in it is secret. */
public final class ConfigRoutes implements Routes {

    private final Map<String, Object> config;

    public ConfigRoutes(Settings settings) {
        this.config = config(settings);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/config")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(ignored -> Future.succeededFuture(ApiResponse.ok(config)));
    }

    /** The answer. A feature that is missing is reported as disabled, so that no page shows a button for it. */
    private static Map<String, Object> config(Settings settings) {
        var bucket = settings.uploads().bucket().isPresent();
        var api = settings.http().publicUrl();
        var signUps = settings.accounts().signups() != SignUpPolicy.CLOSED;
        return Map.of(
                "environment",
                "production",
                "urls",
                object(
                        "api",
                        api,
                        "dashboard",
                        settings.http().dashboardOrigin().orElse(api),
                        "landing",
                        null,
                        "wiki",
                        null),
                "features",
                Map.of(
                        "billing",
                        Map.of("enabled", settings.billing().enabled()),
                        "storage",
                        Map.of("enabled", true, "s3Enabled", bucket, "provider", bucket ? "s3" : "local"),
                        "authProviders",
                        ProviderSettings.flags(settings.accounts().providers()),
                        "email",
                        Map.of("trackingToggleEnabled", true, "provider", provider(settings)),
                        "smtp",
                        object("enabled", false, "domain", null, "ports", null),
                        "signup",
                        Map.of("enabled", signUps, "signupsDisabled", !signUps)),
                "aws",
                object(
                        "sesRegion",
                        null,
                        "mailFromSubdomain",
                        settings.domains().wanted().bounceLabel()));
    }

    /** The email provider: a mail server, or the catcher, which stores and shows emails. */
    private static String provider(Settings settings) {
        return settings.mail().catcher() ? "catcher" : "smtp";
    }

    /** A JSON object that may have null members: null says that there is no such thing. */
    private static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            object.put(String.valueOf(namesAndValues[at]), namesAndValues[at + 1]);
        }
        return object;
    }
}
