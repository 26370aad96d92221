package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.web.RouteTable;
import java.util.Map;
import java.util.Set;

/** Writes requests that fail authentication or authorization to the security log. */
final class DeniedRequestLog {

    private static final Set<Kind> KINDS =
            Set.of(Kind.UNAUTHORIZED, Kind.MISSING_AUTH, Kind.INVALID_API_KEY, Kind.FORBIDDEN);

    private DeniedRequestLog() {}

    static void write(HttpExchange exchange, Throwable cause) {
        if (cause instanceof Failure failure && KINDS.contains(failure.kind())) {
            var route = exchange.routeIfAny().map(RouteTable.Route::path).orElse("");
            SecurityLog.write(
                    Event.ACCESS,
                    Outcome.REFUSED,
                    Map.of(
                            "code", failure.kind().name(),
                            "route", exchange.request().method().name() + " " + route,
                            "client", exchange.clientAddress(),
                            "request", exchange.requestId()));
        }
    }
}
