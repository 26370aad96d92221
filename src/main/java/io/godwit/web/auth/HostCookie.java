package io.godwit.web.auth;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A cookie that only this host can set and read. Behind https its name begins with {@code __Host-}: browsers take such a cookie
 * from the host itself alone and only over https (RFC 6265bis §4.1.3.2), so no page of a neighbouring subdomain can plant one
 * that signs a browser in to another account. Without https no browser would take the prefix.
 *
 * @param name as browsers send it
 */
public record HostCookie(String name, boolean https) {

    private static final String PREFIX = "__Host-";

    /**
     * Returns the cookie of this name, with the prefix where browsers accept it.
     *
     * @param https whether browsers reach the server by https
     */
    public static HostCookie named(String plainName, boolean https) {
        return new HostCookie(https ? PREFIX + plainName : plainName, https);
    }

    /** Returns the {@code Set-Cookie} that gives a browser this value for so long. */
    public String set(String value, Duration lifetime) {
        return name + "=" + value + "; Max-Age=" + lifetime.toSeconds() + "; Path=/; HttpOnly; SameSite=Lax"
                + (https ? "; Secure" : "");
    }

    /** Returns the {@code Set-Cookie} that takes the cookie away. */
    public String expired() {
        return set("", Duration.ZERO);
    }

    /** Returns the cookie's value in a request's Cookie headers, the first that is not empty. */
    public Optional<String> value(List<String> headers) {
        return headers.stream()
                .flatMap(header -> Arrays.stream(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "=") && pair.length() > name.length() + 1)
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }
}
