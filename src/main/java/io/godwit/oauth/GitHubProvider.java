package io.godwit.oauth;

import io.godwit.core.EmailAddress;
import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2AuthorizationURL;
import io.vertx.ext.auth.oauth2.OAuth2FlowType;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import io.vertx.ext.auth.oauth2.Oauth2Credentials;
import java.util.List;
import java.util.Optional;

/**
 * Identifies users at GitHub, which is no OpenID provider: the token carries no claims, so the user and the address are
 * read from GitHub's API (docs.github.com, "Authorizing OAuth apps", "Get the authenticated user", "List email addresses").
 */
final class GitHubProvider implements IdentityProvider {

    private final ProviderClient web;
    private final ProviderSettings settings;
    private final String callback;
    private final OAuth2Auth oauth;

    GitHubProvider(Vertx vertx, ProviderClient web, ProviderSettings settings, String callback) {
        this.web = web;
        this.settings = settings;
        this.callback = callback;
        this.oauth = OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setHttpClientOptions(ProviderClient.options())
                        .setClientId(settings.clientId())
                        .setClientSecret(settings.clientSecret())
                        .setUseBasicAuthorization(false)
                        .setSite(settings.url())
                        .setAuthorizationPath("/login/oauth/authorize")
                        .setTokenPath("/login/oauth/access_token"));
    }

    @Override
    public ProviderSettings settings() {
        return settings;
    }

    @Override
    public Future<String> address(AuthorizationState state) {
        return Future.succeededFuture(oauth.authorizeURL(new OAuth2AuthorizationURL()
                .setRedirectUri(callback)
                .setState(state.state())
                .setCodeChallenge(state.hashOfVerifier())
                .setCodeChallengeMethod("S256")
                .setScopes(List.of("user:email"))));
    }

    @Override
    public Future<Identity> identify(String code, AuthorizationState state) {
        var credentials = new Oauth2Credentials()
                .setFlow(OAuth2FlowType.AUTH_CODE)
                .setCode(code)
                .setCodeVerifier(state.verifier())
                .setRedirectUri(callback);
        return Timeouts.within(ProviderClient.TIMEOUT, oauth.authenticate(credentials))
                .map(GitHubProvider::token)
                .compose(token -> get("/user", token)
                        .map(Buffer::toJsonObject)
                        .compose(user -> get("/user/emails", token).map(emails -> identity(user, emails))));
    }

    private static String token(User answer) {
        var token = answer.principal().getString("access_token");
        if (token == null) {
            throw new ProviderException("GitHub gave no token");
        }
        return token;
    }

    private Future<Buffer> get(String path, String token) {
        var headers = MultiMap.caseInsensitiveMultiMap()
                .set("Authorization", "Bearer " + token)
                .set("X-GitHub-Api-Version", "2022-11-28");
        return web.get(settings.api() + path, headers);
    }

    /** Builds the identity from the account's number: its name can be given to another account, its number cannot. */
    private Identity identity(JsonObject user, Buffer emails) {
        if (!(user.getValue("id") instanceof Number id)) {
            throw new ProviderException("GitHub did not say who it is");
        }
        return new Identity(ProviderName.GITHUB, settings.url(), Long.toString(id.longValue()), primary(emails));
    }

    private static Optional<EmailAddress> primary(Buffer emails) {
        return emails.toJsonArray().stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(email -> Boolean.TRUE.equals(email.getValue("primary"))
                        && Boolean.TRUE.equals(email.getValue("verified")))
                .findFirst()
                .flatMap(email -> EmailAddress.parseAscii(String.valueOf(email.getValue("email"))));
    }
}
