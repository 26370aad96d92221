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

/** {@code GET /config}: what this deployment can do, for pages that adapt to it. Nothing in it is secret. */
public final class ConfigRoutes implements Routes {

    private final Map<String, Object> config;

    public ConfigRoutes(Settings settings) {
        this.config = config(settings);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/config").access(Access.OPEN).to(call -> Future.succeededFuture(ApiResponse.ok(config)));
    }

    /** What is not there yet is told as such, so that nobody shows a button for it. */
    private static Map<String, Object> config(Settings settings) {
        var bucket = settings.uploads().bucket().isPresent();
        var api = settings.http().publicUrl();
        var signUps = settings.people().accounts().signups() != SignUpPolicy.CLOSED;
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
                        Map.of("enabled", settings.money().billing().enabled()),
                        "storage",
                        Map.of("enabled", true, "s3Enabled", bucket, "provider", bucket ? "s3" : "local"),
                        "authProviders",
                        ProviderSettings.flags(settings.people().accounts().providers()),
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

    /** Mails go to a mail server, or are caught and shown. */
    private static String provider(Settings settings) {
        return settings.mail().catcher() ? "catcher" : "smtp";
    }

    /** With members that are null, which say that there is no such thing. */
    private static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            object.put(String.valueOf(namesAndValues[at]), namesAndValues[at + 1]);
        }
        return object;
    }
}
