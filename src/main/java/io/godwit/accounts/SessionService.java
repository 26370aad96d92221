package io.godwit.accounts;

import io.godwit.accounts.SessionStore.SessionSummary;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.web.SessionLookup;
import io.godwit.web.auth.SessionCookieCodec;
import io.godwit.web.auth.SessionCookieCodec.TokenClaims;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the sessions of users, finds them behind cookies, and lists and ends them. */
final class SessionService implements SessionLookup {

    /**
     * The time after a sign-in during which a session alone may ask for what cannot be undone; later the request could be
     * from a thief of the cookie.
     */
    private static final Duration RECENT = Duration.ofMinutes(15);

    private static final Logger LOG = LoggerFactory.getLogger(SessionService.class);

    private final Database database;
    private final AccountSettings settings;
    private final SessionCookieCodec cookies;
    private final SessionStore store;

    SessionService(Database database, AccountSettings settings, SessionCookieCodec cookies) {
        this.database = database;
        this.settings = settings;
        this.cookies = cookies;
        this.store = new SessionStore(settings.idle());
    }

    /** Opens a session in the caller's transaction and completes with its {@code Set-Cookie}. */
    Future<String> open(SqlClient tx, UserId user, SignInClient client) {
        var session = Ids.next();
        return store.insert(tx, session, user, SessionCookieCodec.LIFETIME, client)
                .map(ignored -> cookies.sessionCookie(user, session));
    }

    /**
     * Finds the user of a session token. The last use of the session is written beside the request, which does not wait for
     * it.
     */
    @Override
    public Future<SignedIn> find(String token) {
        return cookies.read(token).compose(claims -> store.find(database.requests(), claims.session(), claims.user())
                .map(owner -> owner.orElseThrow(SessionLookup::ended))
                .onSuccess(owner -> touch(claims, owner))
                .map(owner -> signedIn(claims, owner)));
    }

    private SignedIn signedIn(TokenClaims claims, SessionStore.Owner owner) {
        return new SignedIn(claims.user(), claims.session(), owner.email(), owner.verified() || !settings.verify());
    }

    private void touch(TokenClaims claims, SessionStore.Owner owner) {
        if (owner.stale()) {
            store.touch(database.requests(), claims.session(), claims.user()).onFailure(error -> LOG.atInfo()
                    .addKeyValue("reason", String.valueOf(error.getMessage()))
                    .log("The last use of a session could not be recorded; its next request does that"));
        }
    }

    /** Ends the session of a token, if there is one; completes with the {@code Set-Cookie} that expires the cookie. */
    Future<String> signOut(Optional<String> token) {
        return token.map(sent -> cookies.read(sent)
                        .compose(claims -> store.delete(database.requests(), claims.session(), claims.user()))
                        .recover(SessionService::absentUnlessOutage))
                .orElseGet(() -> Future.succeededFuture(false))
                .map(ignored -> issueCookie());
    }

    /** Ignores a token of no session, which needs no end. */
    private static Future<Boolean> absentUnlessOutage(Throwable error) {
        return error instanceof Failure failure && failure.kind() == Kind.UNAUTHORIZED
                ? Future.succeededFuture(false)
                : Future.failedFuture(error);
    }

    /** The {@code Set-Cookie} that removes the session cookie from the browser. */
    String issueCookie() {
        return cookies.expiredCookie();
    }

    Future<List<SessionSummary>> list(SignedIn user) {
        return store.list(database.requests(), user.user());
    }

    /** Ends one session; fails with a 404 for a session that has ended, or is another user's. */
    Future<Void> end(SignedIn user, String id) {
        return Ids.parse(id)
                .map(session -> store.delete(database.requests(), session, user.user()))
                .orElseGet(() -> Future.succeededFuture(false))
                .compose(ended -> ended
                        ? Future.<Void>succeededFuture()
                        : Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Session", id)))
                .onSuccess(ignored -> write(user));
    }

    /** Ends all sessions but the one of the request; completes with their number. */
    Future<Integer> endOthers(SignedIn user) {
        return store.deleteOthers(database.requests(), user.session(), user.user())
                .onSuccess(ignored -> write(user));
    }

    private static void write(SignedIn user) {
        var keys = Map.of("user", user.user().toString());
        SecurityLog.write(Event.SESSION_END, Outcome.SUCCESS, keys);
    }

    /** Ends all sessions of the user in the caller's transaction. */
    Future<Void> endAll(SqlClient tx, UserId user) {
        return store.deleteAll(tx, user);
    }

    /** Requires a sign-in within the last 15 minutes; fails with {@code FORBIDDEN} for a session that is older. */
    Future<Void> requireRecent(SignedIn user, String instead) {
        return store.isRecent(database.requests(), user.session(), user.user(), RECENT)
                .compose(recent -> recent
                        ? Future.succeededFuture()
                        : Future.failedFuture(Failure.of(
                                Kind.FORBIDDEN,
                                "You signed in more than " + RECENT.toMinutes() + " minutes ago. " + instead)));
    }
}
