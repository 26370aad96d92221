package io.godwit.oauth;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Where an OpenID provider is reached.
 *
 * @param secretInBody whether it takes the client's secret beside the code; otherwise in a header
 */
record ProviderMetadata(
        String issuer,
        String authorization,
        String token,
        String keys,
        Optional<String> userInfo,
        boolean secretInBody) {

    /** Throws unless it is about the issuer that was asked (Discovery 1.0 §4.3), a slash at the end aside. */
    static ProviderMetadata of(JsonObject document, String asked) {
        var issuer = required(document, "issuer");
        if (!issuer.equals(asked) && !issuer.equals(asked + "/")) {
            throw new ProviderException("The provider at " + asked + " calls itself " + issuer);
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
