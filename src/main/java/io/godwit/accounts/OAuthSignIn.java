package io.godwit.accounts;

import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.oauth.AuthorizationState;
import io.godwit.oauth.Identity;
import io.godwit.oauth.IdentityProvider;
import io.godwit.oauth.IdentityProviders;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs users in with an identity provider. The state parameter is random and used once; the browser cookie, the nonce and
 * the PKCE verifier are derived from it with the installation's signing key.
 */
final class OAuthSignIn {

    private static final Logger LOG = LoggerFactory.getLogger(OAuthSignIn.class);

    /** The time from the redirect to the provider until the callback. */
    static final Duration LIFETIME = Duration.ofMinutes(10);

    /** Max characters of a provider's error in the log. */
    private static final int MAX_MESSAGE_LENGTH = 300;

    private static final String CLOSED = "Sign-ups are disabled on this server";

    private final Database database;
    private final Crypto crypto;
    private final IdentityProviders providers;
    private final SignInService signIn;
    private final AccountRecovery recovery;
    private final AttemptLimiter startLimiter;
    private final UserStore users = new UserStore();
    private final OAuthStore store = new OAuthStore();

    OAuthSignIn(
            Database database,
            Crypto crypto,
            AccountSettings settings,
            IdentityProviders providers,
            SignInService signIn,
            AccountRecovery recovery) {
        this.database = database;
        this.crypto = crypto;
        this.providers = providers;
        this.signIn = signIn;
        this.recovery = recovery;
        this.startLimiter = new AttemptLimiter(
                database.anonymous(), crypto, "oauth.network", settings.failuresPerAddress(), settings.window());
    }

    /**
     * A redirect to a provider.
     *
     * @param address the address to redirect to
     * @param browserToken the value of a cookie for this browser, which it must send with the callback
     */
    record ProviderRedirect(String address, String browserToken) {}

    /**
     * The parameters of a provider's callback.
     *
     * @param state empty when there was none
     * @param browserToken empty when there was none
     * @param code empty when the provider, or the user, refused
     */
    record ProviderCallback(String state, String browserToken, Optional<String> code) {

        @Override
        public String toString() {
            return "ProviderCallback";
        }
    }

    /** The result of a sign-in, and the dashboard path to continue with. */
    record OAuthResult(SignInResult result, String next) {}

    /** Finds a provider by its path; empty for one that is not configured. */
    Optional<IdentityProvider> provider(String path) {
        return providers.find(path);
    }

    /**
     * Starts a sign-in. Fails with {@code RATE_LIMIT_EXCEEDED} for a network that starts many and completes none, with
     * {@code SERVICE_UNAVAILABLE} when the provider cannot be reached.
     *
     * @param next a path of the dashboard, checked; empty for its front page
     */
    Future<ProviderRedirect> start(IdentityProvider provider, String next, UUID network) {
        var state = OneTimeToken.random();
        return startLimiter
                .countAttempt(network.toString())
                .compose(ignored -> provider.address(challenge(state)).recover(error -> unavailable(provider, error)))
                .compose(address -> store.insertFlow(
                                database.anonymous().requests(),
                                state,
                                provider.settings().provider(),
                                next,
                                LIFETIME)
                        .map(new ProviderRedirect(address, derived("oauth.browser", state))));
    }

    private static <T> Future<T> unavailable(IdentityProvider provider, Throwable error) {
        log(provider, error);
        return Future.failedFuture(Failure.later(
                Kind.SERVICE_UNAVAILABLE, provider.settings().label() + " cannot be reached. Try again later.", 30));
    }

    /**
     * Completes a sign-in. Fails with {@code BAD_REQUEST} for a sign-in that was not started in this browser, took too long
     * or was completed before, and for a new user while sign-ups are closed. Refused when the provider does not identify
     * the user, or gives no verified address where one is needed.
     */
    Future<OAuthResult> complete(IdentityProvider provider, ProviderCallback callback, SignInClient client) {
        return finish(provider, callback, client)
                .onComplete(done -> SignInLog.write(
                        provider.settings().provider().path(),
                        client,
                        Optional.empty(),
                        done.map(OAuthResult::result)));
    }

    private Future<OAuthResult> finish(IdentityProvider provider, ProviderCallback callback, SignInClient client) {
        if (callback.state().length() != OneTimeToken.LENGTH || !isFromSameBrowser(callback)) {
            return Future.failedFuture(foreign());
        }
        var state = new OneTimeToken(callback.state());
        return store.useFlow(
                        database.anonymous().requests(),
                        state,
                        provider.settings().provider())
                .map(next -> next.orElseThrow(OAuthSignIn::foreign))
                .compose(next -> identify(provider, callback.code(), state, client)
                        .compose(result -> clearAttempts(result, client.network()))
                        .map(result -> new OAuthResult(result, next)));
    }

    /** Uncounts a sign-in that was not refused, because many users of one network may sign in. */
    private Future<SignInResult> clearAttempts(SignInResult result, UUID network) {
        return result.refusal().isEmpty()
                ? startLimiter.refundAttempt(network.toString()).map(result)
                : Future.succeededFuture(result);
    }

    private boolean isFromSameBrowser(ProviderCallback callback) {
        try {
            return crypto.verify(
                    "oauth.browser",
                    bytes(callback.state()),
                    Base64.getUrlDecoder().decode(callback.browserToken()));
        } catch (IllegalArgumentException noBase64) {
            return false;
        }
    }

    private Future<SignInResult> identify(
            IdentityProvider provider, Optional<String> code, OneTimeToken state, SignInClient client) {
        var label = provider.settings().label();
        if (code.isEmpty()) {
            return Future.succeededFuture(
                    SignInResult.refused(label + " did not let you in. Try again, or another way."));
        }
        return provider.identify(code.get(), challenge(state))
                .map(Optional::of)
                .otherwise(error -> {
                    log(provider, error);
                    return Optional.empty();
                })
                .compose(identity -> identity.isEmpty()
                        ? Future.succeededFuture(SignInResult.refused(label + " did not say who you are. Try again."))
                        : database.anonymous()
                                .transaction(tx -> enter(tx, identity.get(), label, client))
                                .onSuccess(ignored -> recovery.wakeSenders()));
    }

    private Future<SignInResult> enter(SqlClient tx, Identity identity, String label, SignInClient client) {
        return store.useIdentity(tx, identity)
                .compose(known -> known.isPresent()
                        ? users.find(tx, known.get()).compose(user -> signIn.admit(tx, user.orElseThrow(), client))
                        : linkOrJoin(tx, identity, label, client));
    }

    /** Signs in with an identity that belongs to no account yet: links it to the account of its address, or makes one. */
    private Future<SignInResult> linkOrJoin(SqlClient tx, Identity identity, String label, SignInClient client) {
        if (identity.email().isEmpty()) {
            return Future.succeededFuture(SignInResult.refused(label + " has no verified email address of yours."));
        }
        var email = identity.email().get();
        return users.find(tx, email)
                .compose(user -> user.isPresent()
                        ? link(tx, user.get(), identity, label, client)
                        : join(tx, email, identity, client));
    }

    /**
     * Links the identity to the account with the same address. Both sides must have verified the address, or the one who
     * signed up first might be an attacker.
     */
    private Future<SignInResult> link(SqlClient tx, User user, Identity identity, String label, SignInClient client) {
        if (!user.verified()) {
            return Future.succeededFuture(
                    SignInResult.refused("There is an account with this address, and it is not verified"
                            + " yet. Sign in with its password, or ask for a new one."));
        }
        return store.link(tx, identity, user.id())
                .compose(linked -> linked
                        ? recovery.writeNotice(tx, user, "From now on you can sign in by " + label + ", too.")
                                .compose(ignored -> signIn.admit(tx, user, client))
                        : Future.succeededFuture(SignInResult.refused(
                                "The account with this address belongs to another user of " + label + ".")));
    }

    private Future<SignInResult> join(SqlClient tx, EmailAddress email, Identity identity, SignInClient client) {
        var id = new UserId(Ids.next());
        return signIn.isOpen(tx)
                .compose(open -> open
                        ? users.insert(tx, id, email, identity.provider().accountType())
                        : Future.failedFuture(Failure.of(Kind.BAD_REQUEST, CLOSED)))
                .compose(made -> made ? store.link(tx, identity, id) : Future.succeededFuture(false))
                .compose(made -> made ? Future.succeededFuture() : Future.failedFuture(meanwhile()))
                .compose(ignored -> users.find(tx, id))
                .compose(user -> signIn.admit(tx, user.orElseThrow(), client));
    }

    private AuthorizationState challenge(OneTimeToken state) {
        return new AuthorizationState(state.text(), derived("oauth.nonce", state), derived("oauth.verifier", state));
    }

    private String derived(String purpose, OneTimeToken state) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(crypto.sign(purpose, bytes(state.text())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Failure foreign() {
        return Failure.of(
                Kind.BAD_REQUEST, "This sign-in was not begun in this browser, or took too long. Begin again.");
    }

    private static Failure meanwhile() {
        return Failure.of(Kind.BAD_REQUEST, "You signed up in another window a moment ago. Sign in again.");
    }

    private static void log(IdentityProvider provider, Throwable error) {
        var message = String.valueOf(error.getMessage());
        LOG.atWarn()
                .addKeyValue("provider", provider.settings().provider())
                .log(
                        "A sign-in provider failed: {}",
                        message.substring(0, Math.min(MAX_MESSAGE_LENGTH, message.length())));
    }
}
