package io.godwit.web.auth;

import io.godwit.core.Crypto;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.web.SessionLookup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes and reads the session cookie: a signed token that names the user and the row of {@code sessions}, which decides whether
 * the session is valid. The cookie is host-only, {@code HttpOnly} and {@code SameSite=Lax}.
 */
public final class SessionCookieCodec {

    /** The lifetime of a cookie and of its session. */
    public static final Duration LIFETIME = Duration.ofDays(7);

    private static final String NAME = "godwit_session";
    private static final String ISSUER = "godwit";
    private static final String ALGORITHM = "HS256";
    private static final int MAX_LENGTH = 1_024;

    private final JWTAuth tokens;
    private final HostCookie cookie;

    /** @param https whether browsers reach the server by https */
    public SessionCookieCodec(Vertx vertx, Crypto crypto, boolean https) {
        var key = Buffer.buffer(crypto.sign("sessions", new byte[0]));
        this.tokens = JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm(ALGORITHM).setBuffer(key))
                        .setJWTOptions(new JWTOptions().setIssuer(ISSUER).setAlgorithm(ALGORITHM)));
        this.cookie = cookie(https);
    }

    /** The cookie of sessions. */
    public static HostCookie cookie(boolean https) {
        return HostCookie.named(NAME, https);
    }

    /** The content of a token. */
    public record TokenClaims(UserId user, UUID session) {}

    /** The {@code Set-Cookie} of a session. */
    public String sessionCookie(UserId user, UUID session) {
        var claims = new JsonObject().put("id", user.toString()).put("sid", session.toString());
        var options = new JWTOptions().setIssuer(ISSUER).setAlgorithm(ALGORITHM).setExpiresInSeconds((int)
                LIFETIME.toSeconds());
        return cookie.set(tokens.generateToken(claims, options), LIFETIME);
    }

    /** The {@code Set-Cookie} that takes it away. */
    public String expiredCookie() {
        return cookie.expired();
    }

    /** Reads a token; fails with {@code UNAUTHORIZED} for anything but an unexpired one signed by this installation. */
    public Future<TokenClaims> read(String token) {
        if (token.length() > MAX_LENGTH) {
            return Future.failedFuture(SessionLookup.ended());
        }
        return tokens.authenticate(new TokenCredentials(token))
                .map(user -> claimed(user.principal()).orElseThrow(SessionLookup::ended))
                .recover(ignored -> Future.failedFuture(SessionLookup.ended()));
    }

    private static Optional<TokenClaims> claimed(JsonObject claims) {
        if (!(claims.getValue("id") instanceof String user && claims.getValue("sid") instanceof String session)) {
            return Optional.empty();
        }
        return Ids.parse(user).flatMap(id -> Ids.parse(session).map(sid -> new TokenClaims(new UserId(id), sid)));
    }
}
