package io.godwit.oauth;

/**
 * The settings of one identity provider.
 *
 * @param label the provider's name for users
 * @param url the issuer of an OpenID provider, or the address of GitHub's pages; no trailing slash
 * @param api the address of GitHub's API; unused for the others
 */
public record ProviderSettings(
        ProviderName provider, String label, String url, String api, String clientId, String clientSecret) {

    @Override
    public String toString() {
        return "ProviderSettings[" + provider + "]";
    }
}
