package io.godwit.web.openapi;

import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.web.Access;
import io.godwit.web.FailureStatus;
import io.godwit.web.RouteTable.Route;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells the failures that callers of a route have to expect: those of its kind of route, and those that it names. */
final class RouteFailures {

    /** The code of a fault of the server, which is no {@link Kind}. */
    static final String INTERNAL = "INTERNAL_SERVER_ERROR";

    /** The failure for an unknown id, by the beginning of a path that has the id next. */
    private static final Map<String, Kind> PATH_TO_UNKNOWN = Map.of(
            "/contacts/:", Kind.CONTACT_NOT_FOUND,
            "/templates/:", Kind.TEMPLATE_NOT_FOUND,
            "/campaigns/:", Kind.CAMPAIGN_NOT_FOUND,
            "/workflows/:", Kind.WORKFLOW_NOT_FOUND);

    private RouteFailures() {}

    /** The codes of a route by their statuses, both in order. */
    static SortedMap<Integer, Set<String>> statusToCodes(Route route) {
        var statusToCodes = new TreeMap<Integer, Set<String>>();
        kinds(route).forEach(kind -> statusToCodes
                .computeIfAbsent(FailureStatus.of(kind), ignored -> new TreeSet<>())
                .add(FailureStatus.code(kind)));
        statusToCodes.put(500, Set.of(INTERNAL));
        return statusToCodes;
    }

    private static Set<Kind> kinds(Route route) {
        var kinds = EnumSet.of(Kind.RATE_LIMIT_EXCEEDED, Kind.SERVICE_UNAVAILABLE);
        kinds.addAll(route.contract().failures());
        addAccess(kinds, route);
        if (changes(route)) {
            kinds.addAll(List.of(
                    Kind.BAD_REQUEST,
                    Kind.MALFORMED_BODY,
                    Kind.PAYLOAD_TOO_LARGE,
                    Kind.UNSUPPORTED_MEDIA_TYPE,
                    Kind.VALIDATION_ERROR));
        }
        if (!route.contract().queries().isEmpty()) {
            kinds.add(Kind.VALIDATION_ERROR);
        }
        if (route.path().contains(":")) {
            kinds.add(Kind.RESOURCE_NOT_FOUND);
        }
        PATH_TO_UNKNOWN.forEach((path, unknown) -> {
            if (route.path().startsWith(path)) {
                kinds.add(unknown);
            }
        });
        if (route.idempotent()) {
            kinds.addAll(List.of(Kind.IDEMPOTENCY_KEY_REUSED, Kind.IDEMPOTENCY_IN_PROGRESS));
        }
        return kinds;
    }

    private static void addAccess(Set<Kind> kinds, Route route) {
        if (route.access() == Access.OPEN) {
            if (route.callers().sameSiteOnly()) {
                kinds.add(Kind.FORBIDDEN);
            }
            return;
        }
        kinds.addAll(List.of(Kind.MISSING_AUTH, Kind.INVALID_API_KEY, Kind.VALIDATION_ERROR));
        if (changes(route) && !route.callers().evenDisabled()) {
            kinds.add(Kind.PROJECT_DISABLED);
        }
        if (route.access() == Access.SECRET_KEY || route.access() == Access.USER) {
            addSession(kinds, route);
        }
    }

    /** A session has to name a project, and may be of another site or of a member who may not do this. */
    private static void addSession(Set<Kind> kinds, Route route) {
        kinds.addAll(List.of(Kind.UNAUTHORIZED, Kind.RESOURCE_NOT_FOUND));
        if (route.access() != Access.USER && route.callers().project().isEmpty()) {
            kinds.add(Kind.BAD_REQUEST);
        }
        if (!route.evenUnconfirmed()) {
            kinds.add(Kind.EMAIL_VERIFICATION_REQUIRED);
        }
        if (changes(route) || route.callers().role() != MemberRole.MEMBER) {
            kinds.add(Kind.FORBIDDEN);
        }
    }

    private static boolean changes(Route route) {
        return !route.method().name().equals("GET");
    }
}
