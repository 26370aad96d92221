package io.godwit.workflows;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The addresses of webhooks as steps check and show them; what they lead to is checked when they are called. */
final class Urls {

    private static final String PLACEHOLDER = "\\{\\{[^}]*}}}?";

    private Urls() {}

    /** A sentence, when nobody could ever be called there. */
    static Optional<String> mistake(String url) {
        try {
            var address = new URI(url.replaceAll(PLACEHOLDER, "x"));
            var scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (!Set.of("http", "https").contains(scheme) || address.getHost() == null) {
                return Optional.of("Expected an address that begins with https:// or http://");
            }
            return address.getUserInfo() == null
                    ? Optional.empty()
                    : Optional.of("The address must not hold a user name; use a header");
        } catch (java.net.URISyntaxException unreadable) {
            return Optional.of("Invalid url");
        }
    }

    /** Without what may be secret. */
    static String masked(String url) {
        var query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query) + "?…";
    }
}
