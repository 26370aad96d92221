package io.godwit.accounts;

import io.godwit.accounts.SessionStore.SessionSummary;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.GenericType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The endpoints of a user's sessions: lists them, and ends one or all others. */
final class SessionRoutes implements Routes {

    private static final String OWN_PATH = "/users/@me/sessions";

    private final SessionService sessions;

    SessionRoutes(SessionService sessions) {
        this.sessions = sessions;
    }

    /**
     * A session in an answer; {@code address} and {@code userAgent} are null for a session from before they were stored.
     */
    private record SessionResponse(
            String id,
            boolean current,
            Instant createdAt,
            Instant lastUsedAt,
            Instant expiresAt,
            @Nullable String address,
            @Nullable String userAgent) {

        static SessionResponse of(SessionSummary session, UUID current) {
            return new SessionResponse(
                    session.id().toString(),
                    session.id().equals(current),
                    session.createdAt(),
                    session.usedAt(),
                    session.expiresAt(),
                    session.address().orElse(null),
                    session.userAgent().orElse(null));
        }
    }

    /** The number of sessions that were ended. */
    private record EndedSessions(int ended) {}

    @Override
    public void mount(RouteTable api) {
        api.get(OWN_PATH)
                .access(Access.USER)
                .answers(DataResponse.class, GenericType.list(SessionResponse.class))
                .to(this::list);
        api.delete(OWN_PATH)
                .access(Access.USER)
                .answers(DataResponse.class, EndedSessions.class)
                .to(this::endOthers);
        api.delete(OWN_PATH + "/:id")
                .access(Access.USER)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::end);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var user = signedIn(call);
        return sessions.list(user)
                .map(all -> all.stream()
                        .map(one -> SessionResponse.of(one, user.session()))
                        .toList())
                .map(SessionRoutes::success);
    }

    private Future<ApiResponse> endOthers(ApiRequest call) {
        return sessions.endOthers(signedIn(call)).map(ended -> success(new EndedSessions(ended)));
    }

    /** Ends one session; for the session of the request itself the cookie is expired too. */
    private Future<ApiResponse> end(ApiRequest call) {
        var user = signedIn(call);
        var id = call.path("id");
        return sessions.end(user, id)
                .map(ignored -> success(new DataResponse.Message("The session is ended")))
                .map(response -> user.session().toString().equalsIgnoreCase(id)
                        ? response.with(SignInResponse.SET_COOKIE, sessions.issueCookie())
                        : response);
    }

    private static SignedIn signedIn(ApiRequest call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(DataResponse.of(data));
    }
}
