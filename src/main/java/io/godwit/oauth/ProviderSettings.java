package io.godwit.oauth;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How one provider is asked.
 *
 * @param label what people call it
 * @param url the issuer of an OpenID provider, where GitHub's pages are otherwise; no trailing slash
 * @param api where GitHub's API is; of no meaning for the others
 */
public record ProviderSettings(
        ProviderName provider, String label, String url, String api, String clientId, String clientSecret) {

    /** What may be told about all: which can be used, and how the one without a name of its own is called. */
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
