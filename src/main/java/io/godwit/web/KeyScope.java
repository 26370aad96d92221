package io.godwit.web;

import com.fasterxml.jackson.annotation.JsonValue;
import io.vertx.core.http.HttpMethod;
import java.util.Locale;

/** The requests a key may be used for; the first pair of keys of a project is {@link #FULL}. */
public enum KeyScope {
    /** Everything a secret key may. */
    FULL,
    /** {@code POST /v1/send} alone. */
    SEND,
    /** Everything a public key may. */
    TRACK,
    /** Reading, without the keys themselves. */
    READ;

    /** Returns the word of the API. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean opens(RouteTable.Route route) {
        return switch (this) {
            case FULL -> true;
            case SEND -> route.callers().scope() == SEND;
            case TRACK -> route.access() == Access.ANY_KEY;
            case READ -> route.method().equals(HttpMethod.GET);
        };
    }
}
