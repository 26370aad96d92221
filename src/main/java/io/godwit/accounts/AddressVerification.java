package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.id.UserId;
import io.godwit.web.ApiRequest;
import io.godwit.web.JsonBody;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Confirms the address of an account for the page behind the link of an email. The link alone proves who reads the mailbox,
 * not who chose the password: an attacker may have signed up with the address of another. So the page requires the session
 * of the account, or its password, beside the link; a user who has neither resets the password, which ends everything the
 * attacker has.
 */
final class AddressVerification {

    private static final String NEEDED =
            "Sign in first, or give the password of the account. If it was not you who signed up, ask for"
                    + " a new password: it ends what others may do with the account.";

    private final SignInService signIn;
    private final SessionService sessions;
    private final AccountRecovery recovery;

    AddressVerification(SignInService signIn, SessionService sessions, AccountRecovery recovery) {
        this.signIn = signIn;
        this.sessions = sessions;
        this.recovery = recovery;
    }

    /**
     * Marks the address as verified. Fails with {@code BAD_REQUEST} for a token that is unknown, used or expired, with a
     * 422 when the password is needed or wrong.
     */
    Future<Void> verify(ApiRequest call, OneTimeToken token, Optional<String> password) {
        return recovery.account(token)
                .compose(user -> isSignedIn(call, user.id())
                        .compose(signedIn -> signedIn
                                ? Future.succeededFuture()
                                : prove(
                                        new CredentialsRequest(user.email(), requirePassword(password)),
                                        SignInClient.of(call))))
                .compose(ignored -> recovery.verify(token));
    }

    /** Finds the address of the account whose password the page has to ask for; empty when none is needed. */
    Future<Optional<EmailAddress>> passwordOwner(ApiRequest call, OneTimeToken token) {
        return recovery.account(token)
                .compose(user -> isSignedIn(call, user.id())
                        .map(signedIn -> signedIn ? Optional.<EmailAddress>empty() : Optional.of(user.email())))
                .otherwise(Optional.empty());
    }

    private Future<Boolean> isSignedIn(ApiRequest call, UserId user) {
        return call.sessionToken()
                .map(token -> sessions.find(token)
                        .map(signedIn -> signedIn.user().equals(user))
                        .otherwise(false))
                .orElseGet(() -> Future.succeededFuture(false));
    }

    private Future<Void> prove(CredentialsRequest credentials, SignInClient client) {
        return signIn.check(credentials, client)
                .compose(user -> user.isPresent()
                        ? Future.succeededFuture()
                        : Future.failedFuture(Failure.invalid("password", "custom", "The password is wrong")));
    }

    private static String requirePassword(Optional<String> password) {
        return password.orElseThrow(() -> Failure.invalid("password", "required", NEEDED));
    }

    /** The body of {@code POST /auth/verify-email}, and of the form behind the link. */
    record VerificationRequest(OneTimeToken token, Optional<String> password) {

        static VerificationRequest read(JsonBody body) {
            var password = CurrentPassword.optional(body);
            return new VerificationRequest(OneTimeToken.of(body), password);
        }
    }
}
