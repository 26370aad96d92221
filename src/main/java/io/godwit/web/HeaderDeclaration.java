package io.godwit.web;

import io.godwit.web.RouteTable.Route;
import java.util.Locale;
import java.util.Set;

/**
 * Requires a route to declare the headers its handler asks for, because the OpenAPI document has the declared ones. Headers that
 * HTTP clients, browsers and proxies send by themselves are no part of the contract.
 */
public final class HeaderDeclaration {

    private static final Set<String> SENT_BY_CLIENTS = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "authorization",
            "cookie",
            "host",
            "if-none-match",
            "purpose",
            "sec-fetch-site",
            "sec-purpose",
            "user-agent",
            "x-moz",
            "x-purpose");

    private HeaderDeclaration() {}

    /** Throws for a header that the route does not declare, whether or not the request has it. */
    public static void require(Route route, String name) {
        var header = name.toLowerCase(Locale.ROOT);
        if (!SENT_BY_CLIENTS.contains(header)
                && !LoopbackCheck.FORWARDED.contains(header)
                && route.contract().headers().stream().noneMatch(name::equalsIgnoreCase)) {
            throw new IllegalStateException(
                    route.method() + " " + route.path() + " does not declare the header " + name + " that it reads");
        }
    }
}
