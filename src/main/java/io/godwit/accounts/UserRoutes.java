package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.UserId;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.SuccessResponse;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The endpoints of the user who is signed in. An API key belongs to no user, so requests with one get a 404. */
final class UserRoutes implements Routes {

    private static final String SET_COOKIE = "Set-Cookie";

    private final UserAccounts accounts;
    private final UserAccounts.MembershipCheck membershipCheck;
    private final Operators operators;

    UserRoutes(UserAccounts accounts, UserAccounts.MembershipCheck membershipCheck, Operators operators) {
        this.accounts = accounts;
        this.membershipCheck = membershipCheck;
        this.operators = operators;
    }

    private record CurrentUserResponse(
            String id,
            EmailAddress email,
            AccountType type,
            boolean hasPassword,
            boolean emailVerified,
            Instant createdAt,
            @Nullable String name,
            @Nullable String language,
            @Nullable String timeZone,
            boolean operator) {

        static CurrentUserResponse of(User user, UserProfile profile, boolean operator) {
            return new CurrentUserResponse(
                    user.id().toString(),
                    user.email(),
                    AccountType.valueOf(user.type()),
                    user.passwordHash().isPresent(),
                    user.verified(),
                    user.createdAt(),
                    profile.name().orElse(null),
                    profile.language().orElse(null),
                    profile.timeZone().orElse(null),
                    operator);
        }
    }

    /** The body of {@code POST /users/@me/password}. */
    private record PasswordChange(String current, String fresh) {

        static PasswordChange read(JsonBody body) {
            var current = body.text("currentPassword", 1, PasswordHasher.MAX_LENGTH);
            var fresh = NewPassword.read(body, "newPassword");
            return body.build(() -> new PasswordChange(current, fresh));
        }
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/users/@me")
                .access(Access.USER)
                .answers(CurrentUserResponse.class)
                .to(this::me);
        api.patch("/users/@me")
                .access(Access.USER)
                .body(UserProfile::changes)
                .answers(CurrentUserResponse.class)
                .to(this::changeProfile);
        api.delete("/users/@me")
                .access(Access.USER)
                .withBody()
                .body(CurrentPassword::only)
                .answers(SuccessResponse.class)
                .to(this::delete);
        api.post("/users/@me/password")
                .access(Access.USER)
                .body(PasswordChange::read)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::changePassword);
    }

    private Future<ApiResponse> me(ApiRequest call) {
        var user = signedIn(call).user();
        return accounts.profile(user).compose(profile -> shown(user, profile));
    }

    private Future<ApiResponse> changeProfile(ApiRequest call) {
        var changes = UserProfile.changes(call.body());
        var user = signedIn(call).user();
        return accounts.changeProfile(user, changes).compose(profile -> shown(user, profile));
    }

    private Future<ApiResponse> shown(UserId id, UserProfile profile) {
        return accounts.find(id)
                .map(user -> user.orElseThrow(SessionLookup::ended))
                .compose(user ->
                        operators.isOperator(id).map(is -> ApiResponse.ok(CurrentUserResponse.of(user, profile, is))));
    }

    private Future<ApiResponse> delete(ApiRequest call) {
        var password = CurrentPassword.only(call.body());
        return accounts.delete(signedIn(call), password, membershipCheck, operators)
                .map(cookie -> ApiResponse.ok(SuccessResponse.of("Your account is deleted"))
                        .with(SET_COOKIE, cookie));
    }

    private Future<ApiResponse> changePassword(ApiRequest call) {
        var change = PasswordChange.read(call.body());
        return accounts.changePassword(signedIn(call).user(), change.current(), change.fresh(), SignInClient.of(call))
                .map(cookie -> ApiResponse.ok(DataResponse.message("Your password is changed"))
                        .with(SET_COOKIE, cookie));
    }

    private static SignedIn signedIn(ApiRequest call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }
}
