package io.godwit.web.server;

import io.vertx.core.http.HttpHeaders;

/** The names and values of headers that every answer has, made once in the form that is written fastest. */
final class HttpHeaderValues {

    static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
    static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("idempotency-key");
    static final CharSequence NO_SNIFF_NAME = HttpHeaders.createOptimized("x-content-type-options");
    static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    static final CharSequence POLICY_NAME = HttpHeaders.createOptimized("content-security-policy");
    static final CharSequence POLICY = HttpHeaders.createOptimized("default-src 'none'; frame-ancestors 'none'");
    static final CharSequence REFERRER_NAME = HttpHeaders.createOptimized("referrer-policy");
    static final CharSequence REFERRER = HttpHeaders.createOptimized("no-referrer");
    static final CharSequence STRICT_NAME = HttpHeaders.createOptimized("strict-transport-security");

    /** A year (RFC 6797 §6.1.1). */
    static final CharSequence STRICT = HttpHeaders.createOptimized("max-age=31536000");

    static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    static final CharSequence JSON = HttpHeaders.createOptimized("application/json; charset=utf-8");
    static final CharSequence LIMIT = HttpHeaders.createOptimized("ratelimit-limit");
    static final CharSequence REMAINING = HttpHeaders.createOptimized("ratelimit-remaining");
    static final CharSequence RESET = HttpHeaders.createOptimized("ratelimit-reset");

    private HttpHeaderValues() {}
}
