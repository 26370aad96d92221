package io.godwit.oauth;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity providers that are configured; nothing else of their settings is public.
 *
 * @param oidcDisplayName the label of the OpenID provider; absent without one
 */
public record ProviderFlags(
        boolean github,
        boolean google,
        boolean oidc,
        @JsonInclude(Include.NON_NULL) @Nullable String oidcDisplayName) {

    public static ProviderFlags of(List<ProviderSettings> settings) {
        var label = settings.stream()
                .filter(each -> each.provider() == ProviderName.OIDC)
                .map(ProviderSettings::label)
                .findFirst();
        return new ProviderFlags(
                has(settings, ProviderName.GITHUB),
                has(settings, ProviderName.GOOGLE),
                label.isPresent(),
                label.orElse(null));
    }

    private static boolean has(List<ProviderSettings> settings, ProviderName name) {
        return settings.stream().anyMatch(each -> each.provider() == name);
    }
}
