package io.godwit.accounts;

import io.godwit.accounts.OAuthSignIn.OAuthResult;
import io.godwit.accounts.OAuthSignIn.ProviderCallback;
import io.godwit.accounts.OAuthSignIn.ProviderRedirect;
import io.godwit.accounts.SignInResult.StartedSession;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.oauth.IdentityProvider;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LinkPage;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.auth.HostCookie;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The endpoints that send a browser to an identity provider and take it back. Users see the responses, so they are pages
 * and redirects.
 */
final class OAuthRoutes implements Routes {

    private static final String COOKIE = "godwit_oauth";

    /**
     * A path without anything that a browser could take for a host; it is only ever appended to the dashboard's base
     * address.
     */
    private static final Pattern PATH = Pattern.compile("/(?![/\\\\])[!-\\[\\]-~]{0,499}");

    private final OAuthSignIn oauth;
    private final AccountSettings settings;
    private final HostCookie cookie;

    OAuthRoutes(OAuthSignIn oauth, AccountSettings settings) {
        this.oauth = oauth;
        this.settings = settings;
        this.cookie = HostCookie.named(COOKIE, settings.secure());
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/oauth/:provider/outbound")
                .perClient()
                .access(Access.OPEN)
                .query(query -> query.text("next"))
                .answersNothing(302)
                .to(this::redirectToProvider);
        api.get("/oauth/:provider/callback")
                .perClient()
                .access(Access.OPEN)
                .query(query -> query.knows("code", "state", "error"))
                .answersFile("text/html")
                .answersNothing(302)
                .fails(Kind.BAD_REQUEST)
                .to(this::complete);
    }

    private Future<ApiResponse> redirectToProvider(ApiRequest call) {
        var provider = provider(call);
        var next = call.query().text("next").orElse("");
        if (!next.isEmpty() && !PATH.matcher(next).matches()) {
            throw Failure.invalid("next", "invalid_string", "Expected a path that begins with one slash");
        }
        call.query().check();
        return oauth.start(provider, next, AddressRateLimiter.network(call.clientAddress()))
                .map(this::redirected);
    }

    private IdentityProvider provider(ApiRequest call) {
        var path = call.path("provider");
        return oauth.provider(path)
                .orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Sign-in provider", path));
    }

    private ApiResponse redirected(ProviderRedirect redirect) {
        return redirect(redirect.address())
                .with(SignInResponse.SET_COOKIE, cookie.set(redirect.browserToken(), OAuthSignIn.LIFETIME));
    }

    private Future<ApiResponse> complete(ApiRequest call) {
        var provider = provider(call);
        var query = call.query();
        query.check();
        var code = query.text("code").filter(ignored -> query.text("error").isEmpty());
        var callback = new ProviderCallback(query.text("state").orElse(""), browserToken(call), code);
        return oauth.complete(provider, callback, SignInClient.of(call))
                .map(this::answer)
                .recover(OAuthRoutes::page);
    }

    private String browserToken(ApiRequest call) {
        return cookie.value(List.of(call.header("Cookie").orElse(""))).orElse("");
    }

    private ApiResponse answer(OAuthResult signIn) {
        var result = signIn.result();
        if (result.token().isPresent()) {
            var next = URLEncoder.encode(signIn.next(), StandardCharsets.UTF_8);
            return redirect(settings.dashboardUrl() + "/auth/second-factor?token="
                    + result.token().get().text() + (next.isEmpty() ? "" : "&next=" + next));
        }
        return result.session().map(session -> enter(session, signIn)).orElseGet(() -> refuse(result, signIn.next()));
    }

    private ApiResponse enter(StartedSession session, OAuthResult result) {
        return settings.hasDashboard() || !result.next().isEmpty()
                ? redirect(settings.dashboardUrl() + result.next()).with(SignInResponse.SET_COOKIE, session.cookie())
                : SignInResponse.page(result.result());
    }

    private ApiResponse refuse(SignInResult result, String next) {
        return settings.hasDashboard() || next.startsWith("/app/")
                ? redirect(settings.dashboardUrl() + "/auth/login?message="
                        + URLEncoder.encode(result.refusal(), StandardCharsets.UTF_8))
                : SignInResponse.page(result);
    }

    private static ApiResponse redirect(String address) {
        return new ApiResponse(302, null, Map.of("Location", address));
    }

    private static Future<ApiResponse> page(Throwable error) {
        return error instanceof Failure failure && failure.kind() == Kind.BAD_REQUEST
                ? Future.succeededFuture(LinkPage.of(400, "That did not work", failure.sentence()))
                : Future.failedFuture(error);
    }
}
