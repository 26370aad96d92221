package io.godwit.kit.rules;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The way out of a list: RFC 2369 §2, RFC 2919 §2, RFC 8058 §3.1. */
final class ListRules {

    private static final Pattern URIS = Pattern.compile("<[^<>\\s]+>(?:\\s*,\\s*<[^<>\\s]+>)*");
    private static final Pattern BRACKETED = Pattern.compile("<([^<>\\s]+)>");
    private static final Pattern ID = Pattern.compile("(?:.*\\s)?<[A-Za-z0-9._+-]+>");

    private ListRules() {}

    static void check(RuleBreaches breaches, MessageHead head) {
        var links = head.values("list-unsubscribe");
        links.forEach(value -> breaches.unless(
                URIS.matcher(value).matches() && uris(value).stream().allMatch(ListRules::isAbsolute),
                "List-Unsubscribe is no list of addresses: %s",
                value));
        head.values("list-id").forEach(id -> breaches.unless(ID.matcher(id).matches(), "this is no List-Id: %s", id));
        for (var post : head.values("list-unsubscribe-post")) {
            breaches.unless(post.equals("List-Unsubscribe=One-Click"), "List-Unsubscribe-Post says %s", post);
            breaches.unless(
                    links.stream().flatMap(value -> uris(value).stream()).anyMatch(ListRules::isWeb),
                    "one click leads nowhere: %s",
                    links);
        }
    }

    private static List<String> uris(String value) {
        return BRACKETED.matcher(value).results().map(found -> found.group(1)).toList();
    }

    private static boolean isAbsolute(String uri) {
        try {
            return URI.create(uri).isAbsolute();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** HTTPS wherever the server has a name; tests reach theirs by HTTP. */
    private static boolean isWeb(String uri) {
        var lower = uri.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://localhost") || lower.startsWith("http://127.");
    }
}
