package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.web.Access;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.auth.Principal;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;

/**
 * Finds the user of a session cookie and the user's role in the project of the request. Nothing is cached: a session, a role or a
 * membership that ended has no effect on the next request, on any node.
 */
final class MembershipResolver {

    private static final String PROJECT = "X-Project-Id";

    /** The parameter that stands for the header where a browser sends none: streams, frames, images and downloads. */
    private static final String PARAMETER = "project";

    private final Authenticators authenticators;

    MembershipResolver(Authenticators authenticators) {
        this.authenticators = authenticators;
    }

    /** Finds the principal of a session; fails with {@code UNAUTHORIZED}, and with a 404 for a project that is none of the user's. */
    Future<Principal> resolve(HttpExchange exchange, String token) {
        return authenticators.sessions().find(token).compose(user -> principal(exchange, user));
    }

    private Future<Principal> principal(HttpExchange exchange, SignedIn user) {
        var route = exchange.route();
        if (!user.confirmed() && !route.evenUnconfirmed()) {
            throw Failure.of(Kind.EMAIL_VERIFICATION_REQUIRED, "Verify your email address first");
        }
        if (route.access() == Access.USER && route.callers().project().isEmpty()) {
            return Future.succeededFuture(new Principal(Optional.empty(), Optional.of(user)));
        }
        var named = named(exchange);
        var project = Ids.parse(named).map(ProjectId::new).orElseThrow(() -> unknown(named));
        return authenticators
                .memberships()
                .find(user.user(), project)
                .map(grant -> new Principal(Optional.of(grant.orElseThrow(() -> unknown(named))), Optional.of(user)));
    }

    private static String named(HttpExchange exchange) {
        return exchange.route()
                .callers()
                .project()
                .map(exchange::path)
                .or(() -> ofHeaderOrQuery(exchange))
                .orElseThrow(() -> Failure.of(
                        Kind.BAD_REQUEST,
                        "Name the project in the header " + PROJECT + ", or in the parameter " + PARAMETER
                                + " of a GET"));
    }

    /** The parameter counts for reads alone, because a link of another site could name a project in it. */
    private static Optional<String> ofHeaderOrQuery(HttpExchange exchange) {
        var header = Optional.ofNullable(exchange.request().getHeader(PROJECT));
        var parameter = exchange.route().method().equals(HttpMethod.GET)
                ? exchange.query().text(PARAMETER)
                : Optional.<String>empty();
        if (header.isPresent() && parameter.isPresent() && !header.equals(parameter)) {
            throw Failure.of(Kind.BAD_REQUEST, "The header " + PROJECT + " and the parameter " + PARAMETER + " differ");
        }
        return header.or(() -> parameter);
    }

    /** A key acts for its own project alone; any other is as unknown as a made-up one. */
    static void requireProjectOfPath(HttpExchange exchange, Grant grant) {
        exchange.route().callers().project().map(exchange::path).ifPresent(named -> {
            if (Ids.parse(named)
                    .filter(grant.tenant().project().value()::equals)
                    .isEmpty()) {
                throw unknown(named);
            }
        });
    }

    private static Failure unknown(String project) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Project", project);
    }
}
