package io.godwit.web.auth;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.HttpSettings;
import io.godwit.web.body.MediaType;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses requests that other sites make with a user's cookie (CSRF). Every browser sends the origin of a request that changes
 * something; a request without an origin comes from no browser and is accepted unless a plain HTML form could have sent it.
 */
public final class CsrfGuard {

    private static final String FETCH_SITE = "Sec-Fetch-Site";

    /** The values for our own pages, and for an address that the user typed. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    /** The origin of a page that has none or hides it (RFC 6454 §7.1). */
    private static final String OPAQUE = "null";

    private final Set<String> ownOrigins;

    public CsrfGuard(HttpSettings settings) {
        this.ownOrigins = Stream.concat(Stream.of(settings.publicUrl()), settings.dashboardOrigin().stream())
                .map(CsrfGuard::originOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Throws {@code FORBIDDEN} for a request with a cookie that may be another site's and would change something. */
    public void check(HttpServerRequest request) {
        if (!changes(request)) {
            return;
        }
        if (request.getHeader(HttpHeaders.ORIGIN) == null && !couldBeNoForm(request)) {
            throw foreign();
        }
        checkOrigin(request);
    }

    /**
     * Throws {@code FORBIDDEN} for a request that another site sends, where there are no credentials and only JSON is taken: a
     * plain form is a 415 there, which also tells a client that is no browser which content type to send.
     */
    public void checkOrigin(HttpServerRequest request) {
        var origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null ? isCrossSite(request) : !isOwnOrigin(origin, request)) {
            throw foreign();
        }
    }

    /**
     * Throws {@code FORBIDDEN} for a form that another site sends. Our pages send no referrer, so that browsers name the origin
     * of their forms {@code null}, as they do for a frame of somebody else's without an origin; those that tell more
     * ({@code Sec-Fetch-Site}) tell the two apart.
     */
    public void checkForm(HttpServerRequest request) {
        if (!OPAQUE.equals(request.getHeader(HttpHeaders.ORIGIN))) {
            checkOrigin(request);
        } else if (!OWN_SITES.contains(Objects.requireNonNullElse(request.getHeader(FETCH_SITE), "none"))) {
            throw foreign();
        }
    }

    private static boolean changes(HttpServerRequest request) {
        return !request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD);
    }

    private static Failure foreign() {
        return Failure.of(Kind.FORBIDDEN, "This request comes from another site");
    }

    /** True when the browser says that another site caused the request. */
    public static boolean isCrossSite(HttpServerRequest request) {
        return "cross-site".equals(request.getHeader(FETCH_SITE));
    }

    /**
     * True for the origin of a known page, and for the host the request was sent to, which is the only one a browser sends the
     * cookie to.
     */
    private boolean isOwnOrigin(String origin, HttpServerRequest request) {
        var authority = request.authority();
        return ownOrigins.contains(origin)
                || (authority != null
                        && Optional.of(origin)
                                .map(CsrfGuard::authorityOf)
                                .filter(authority.toString()::equalsIgnoreCase)
                                .isPresent());
    }

    private static boolean couldBeNoForm(HttpServerRequest request) {
        var type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return type == null || MediaType.isJson(type);
    }

    private static String authorityOf(String origin) {
        return origin.startsWith("http://") || origin.startsWith("https://")
                ? origin.substring(origin.indexOf("//") + 2)
                : "";
    }

    /** Scheme, host and port of a base that may have a path. */
    private static String originOf(String base) {
        var uri = URI.create(base);
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
