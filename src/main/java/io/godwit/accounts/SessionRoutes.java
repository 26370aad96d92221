package io.godwit.accounts;

import io.godwit.accounts.SessionStore.Listed;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.godwit.web.Sessions.SignedIn;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The endpoints of a user's sessions: where somebody is signed in, and the end of one or of all others. */
final class SessionRoutes implements Routes {

    private static final String MINE = "/users/@me/sessions";

    private final SessionService sessions;

    SessionRoutes(SessionService sessions) {
        this.sessions = sessions;
    }

    /** {@code address} and {@code userAgent} are null for a session from before they were kept. */
    private record Shown(
            String id,
            boolean current,
            Instant createdAt,
            Instant lastUsedAt,
            Instant expiresAt,
            @Nullable String address,
            @Nullable String userAgent) {

        static Shown of(Listed listed, UUID current) {
            return new Shown(
                    listed.id().toString(),
                    listed.id().equals(current),
                    listed.createdAt(),
                    listed.usedAt(),
                    listed.expiresAt(),
                    listed.address().orElse(null),
                    listed.userAgent().orElse(null));
        }
    }

    @Override
    public void mount(Api api) {
        api.get(MINE).access(Access.USER).to(this::list);
        api.delete(MINE).access(Access.USER).to(this::endOthers);
        api.delete(MINE + "/:id").access(Access.USER).to(this::end);
    }

    private Future<Answer> list(Call call) {
        var user = signedIn(call);
        return sessions.list(user)
                .map(all ->
                        all.stream().map(one -> Shown.of(one, user.session())).toList())
                .map(SessionRoutes::success);
    }

    private Future<Answer> endOthers(Call call) {
        return sessions.endOthers(signedIn(call)).map(ended -> success(Map.of("ended", ended)));
    }

    /** The cookie goes too with the session that asks. */
    private Future<Answer> end(Call call) {
        var user = signedIn(call);
        var id = call.path("id");
        return sessions.end(user, id)
                .map(done -> success(Map.of("message", "The session is ended")))
                .map(answer -> user.session().toString().equalsIgnoreCase(id)
                        ? answer.with(Greeting.SET_COOKIE, sessions.takeCookie())
                        : answer);
    }

    private static SignedIn signedIn(Call call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }

    private static Answer success(Object data) {
        return Answer.ok(Map.of("success", true, "data", data));
    }
}
