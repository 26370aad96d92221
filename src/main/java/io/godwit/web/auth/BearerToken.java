package io.godwit.web.auth;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Reads {@code Authorization: Bearer key} (RFC 6750 §2.1), strictly: the scheme as written here, one blank, and a key of at
 * most 128 characters without blanks. A key anywhere else (query, cookie, body) is not looked for.
 */
public final class BearerToken {

    private static final String SCHEME = "Bearer ";
    private static final int MAX_KEY_LENGTH = 128;

    private BearerToken() {}

    /** True when there is an {@code Authorization} header of any scheme, which then takes precedence over a cookie. */
    public static boolean areIn(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.AUTHORIZATION);
    }

    /** The key sent; throws {@code MISSING_AUTH} when there is none and {@code INVALID_API_KEY} when it cannot be one. */
    public static String key(HttpServerRequest request) {
        var sent = request.headers().getAll(HttpHeaders.AUTHORIZATION);
        if (sent.size() != 1) {
            throw missing(sent.isEmpty() ? "An API key is required" : "Only one Authorization header is allowed");
        }
        var value = sent.get(0);
        if (!value.startsWith(SCHEME) || value.length() == SCHEME.length()) {
            throw missing("The Authorization header must be 'Bearer' and an API key");
        }
        return checked(value.substring(SCHEME.length()));
    }

    private static String checked(String key) {
        if (key.indexOf(' ') >= 0) {
            throw missing("The Authorization header must be 'Bearer' and an API key");
        }
        if (key.length() > MAX_KEY_LENGTH) {
            throw Failure.of(Kind.INVALID_API_KEY, "The API key is not valid");
        }
        return key;
    }

    private static Failure missing(String sentence) {
        return Failure.of(Kind.MISSING_AUTH, sentence);
    }
}
