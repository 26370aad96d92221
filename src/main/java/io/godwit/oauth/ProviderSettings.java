package io.godwit.oauth;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of one identity provider.
 *
 * @param label the provider's name for users
 * @param url the issuer of an OpenID provider, or the address of GitHub's pages; no trailing slash
 * @param api the address of GitHub's API; unused for the others
 */
public record ProviderSettings(
        ProviderName provider, String label, String url, String api, String clientId, String clientSecret) {

    /** The public part of the settings: the providers that are configured, and the label of the OpenID provider. */
    public static Map<String, Object> flags(List<ProviderSettings> settings) {
        var flags = new LinkedHashMap<String, Object>();
        Arrays.stream(ProviderName.values()).forEach(provider -> flags.put(provider.path(), false));
        settings.forEach(each -> flags.put(each.provider().path(), true));
        settings.stream()
                .filter(each -> each.provider() == ProviderName.OIDC)
                .forEach(each -> flags.put("oidcDisplayName", each.label()));
        return flags;
    }

    @Override
    public String toString() {
        return "ProviderSettings[" + provider + "]";
    }
}
