package io.godwit.oauth;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * The endpoints of an OpenID provider.
 *
 * @param secretInBody true: the client's secret is sent in the body beside the code; false: in a header
 */
record ProviderMetadata(
        String issuer,
        String authorization,
        String token,
        String keys,
        Optional<String> userInfo,
        boolean secretInBody) {

    /**
     * Reads the metadata; throws unless it is about the issuer that was asked (Discovery 1.0 §4.3), except for a slash at
     * the end.
     */
    static ProviderMetadata of(JsonObject document, String expectedIssuer) {
        var issuer = required(document, "issuer");
        if (!issuer.equals(expectedIssuer) && !issuer.equals(expectedIssuer + "/")) {
            throw new ProviderException("The provider at " + expectedIssuer + " calls itself " + issuer);
        }
        var methods = document.getJsonArray("token_endpoint_auth_methods_supported", new JsonArray());
        return new ProviderMetadata(
                issuer,
                required(document, "authorization_endpoint"),
                required(document, "token_endpoint"),
                required(document, "jwks_uri"),
                Optional.ofNullable(document.getString("userinfo_endpoint")),
                methods.contains("client_secret_post"));
    }

    private static String required(JsonObject document, String name) {
        var value = document.getString(name);
        if (value == null || value.isEmpty()) {
            throw new ProviderException("The provider does not tell its " + name);
        }
        return value;
    }
}
