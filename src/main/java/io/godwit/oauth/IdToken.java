package io.godwit.oauth;

import io.godwit.core.EmailAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** An OpenID token whose signature has been verified; call {@link #require} before trusting its claims. */
final class IdToken {

    /** The difference allowed between two clocks. */
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    private static final int MAX_SUBJECT_LENGTH = 255;
    private static final int MAX_TOKEN_LENGTH = 64 << 10;

    /**
     * The key types that may verify a token. Symmetric keys are excluded: everyone who knows a shared secret could sign
     * with it.
     */
    private static final Set<String> PUBLIC_KEYS = Set.of("RSA", "EC", "OKP");

    private final JsonObject claims;

    private IdToken(JsonObject claims) {
        this.claims = claims;
    }

    /** Verifies the signature of a token; fails unless one of the keys signed it. */
    static Future<IdToken> verify(Vertx vertx, JsonObject keySet, String token) {
        var keys = keySet.getJsonArray("keys", new JsonArray()).stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(key -> PUBLIC_KEYS.contains(key.getString("kty", "")))
                .filter(key -> "sig".equals(key.getString("use", "sig")))
                .toList();
        if (keys.isEmpty() || token.length() > MAX_TOKEN_LENGTH) {
            return Future.failedFuture(new ProviderException("The provider has no keys, or its token is no token"));
        }
        var options = new JWTAuthOptions().setJWTOptions(new JWTOptions().setLeeway((int) LEEWAY.toSeconds()));
        keys.forEach(options::addJwk);
        return JWTAuth.create(vertx, options)
                .authenticate(new TokenCredentials(token))
                .map(user ->
                        new IdToken(Objects.requireNonNull(user.attributes().getJsonObject("accessToken"))));
    }

    /**
     * Throws unless the token was issued by this issuer, for this client alone, for this authorization request, and has not
     * expired (OpenID Connect Core 3.1.3.7).
     */
    void require(String issuer, String clientId, AuthorizationState state) {
        demand(issuer.equals(claims.getValue("iss")), "iss");
        demand(audience().contains(clientId), "aud");
        var party = claims.getValue("azp");
        demand(party == null ? audience().size() == 1 : clientId.equals(party), "azp");
        var now = Instant.now();
        demand(number("exp").map(ends -> now.minus(LEEWAY).isBefore(ends)).orElse(false), "exp");
        demand(number("iat").map(made -> now.plus(LEEWAY).isAfter(made)).orElse(false), "iat");
        demand(state.isNonce(claims.getValue("nonce")), "nonce");
        demand(!subject().isEmpty() && subject().length() <= MAX_SUBJECT_LENGTH, "sub");
    }

    private static void demand(boolean right, String claim) {
        if (!right) {
            throw new ProviderException("The token of the provider has a wrong " + claim);
        }
    }

    private List<Object> audience() {
        var audience = claims.getValue("aud");
        return audience instanceof JsonArray many ? many.stream().toList() : List.of(String.valueOf(audience));
    }

    private Optional<Instant> number(String claim) {
        return claims.getValue(claim) instanceof Number seconds
                ? Optional.of(Instant.ofEpochSecond(seconds.longValue()))
                : Optional.empty();
    }

    String subject() {
        return claims.getValue("sub") instanceof String subject ? subject : "";
    }

    boolean tellsEmail() {
        return claims.getValue("email") instanceof String;
    }

    /** Adds the address from the provider's user info; throws when that is about another subject (Core 5.3.2). */
    IdToken with(JsonObject info) {
        demand(subject().equals(info.getValue("sub")), "sub");
        return new IdToken(claims.copy()
                .put("email", info.getValue("email"))
                .put("email_verified", info.getValue("email_verified")));
    }

    /** The address, if the provider has verified it. Some providers write the flag as a text. */
    Optional<EmailAddress> verifiedEmail() {
        var verified = "true".equals(String.valueOf(claims.getValue("email_verified")));
        return verified && claims.getValue("email") instanceof String email
                ? EmailAddress.parseAscii(email)
                : Optional.empty();
    }
}
