package io.godwit.oauth;

import io.vertx.core.Vertx;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All configured identity providers. */
public final class IdentityProviders {

    private final Map<ProviderName, IdentityProvider> providers;

    /** @param publicUrl this server's base address: the browser is sent back to {@code /oauth/…/callback} below it */
    public IdentityProviders(Vertx vertx, List<ProviderSettings> settings, String publicUrl) {
        var web = new ProviderClient(vertx);
        this.providers = settings.stream()
                .map(each -> provider(vertx, web, each, publicUrl))
                .collect(Collectors.toMap(
                        each -> each.settings().provider(),
                        Function.identity(),
                        (first, ignored) -> first,
                        () -> new EnumMap<>(ProviderName.class)));
    }

    private static IdentityProvider provider(
            Vertx vertx, ProviderClient web, ProviderSettings settings, String publicUrl) {
        var callback = publicUrl + "/oauth/" + settings.provider().path() + "/callback";
        return settings.provider() == ProviderName.GITHUB
                ? new GitHubProvider(vertx, web, settings, callback)
                : new OpenIdProvider(vertx, web, settings, callback);
    }

    public Optional<IdentityProvider> find(String path) {
        return ProviderName.ofPath(path).map(providers::get);
    }
}
