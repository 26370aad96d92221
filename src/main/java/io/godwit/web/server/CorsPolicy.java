package io.godwit.web.server;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * Writes the CORS headers for pages of other origins: any origin on a route a public key may use, without credentials; on the
 * rest only the dashboard's own origin. All others get no CORS headers, and the browser refuses.
 */
final class CorsPolicy {

    private static final CharSequence REQUESTED_METHOD = HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD;
    private static final String HEADERS = "Content-Type, Authorization, Idempotency-Key";
    private static final String DASHBOARD_HEADERS = HEADERS + ", X-Project-Id, X-Request-ID, If-Match";
    private static final String EXPOSED =
            "X-Request-ID, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotent-Replay";
    private static final String A_DAY = "86400";

    private final Optional<String> dashboard;

    CorsPolicy(Optional<String> dashboard) {
        this.dashboard = dashboard;
    }

    static boolean isPreflight(HttpServerRequest request) {
        return HttpMethod.OPTIONS.equals(request.method())
                && request.headers().contains(HttpHeaders.ORIGIN)
                && request.headers().contains(REQUESTED_METHOD);
    }

    void allow(HttpExchange exchange, MultiMap answer) {
        var route = exchange.pathRoutes();
        if (route.isNowhere()) {
            return;
        }
        if (route.forBrowsers()) {
            answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
            allow(exchange, answer, route, HEADERS);
        } else if (dashboard.isPresent()) {
            allowDashboard(exchange, answer, route);
        }
    }

    private void allowDashboard(HttpExchange exchange, MultiMap answer, PathRoutes route) {
        var origin = exchange.request().getHeader(HttpHeaders.ORIGIN);
        answer.add(HttpHeaders.VARY, "Origin");
        if (dashboard.get().equals(origin)) {
            answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
            allow(exchange, answer, route, DASHBOARD_HEADERS);
        }
    }

    private static void allow(HttpExchange exchange, MultiMap answer, PathRoutes route, String headers) {
        if (isPreflight(exchange.request())) {
            answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, route.allow());
            answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, headers);
            answer.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, A_DAY);
        } else {
            answer.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }
}
