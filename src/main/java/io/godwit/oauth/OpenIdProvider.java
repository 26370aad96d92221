package io.godwit.oauth;

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

/**
 * Identifies users at Google, or at any other provider with OpenID Connect, whose endpoints are read from its metadata
 * (Discovery 1.0).
 */
final class OpenIdProvider implements IdentityProvider {

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    private final Vertx vertx;
    private final ProviderClient web;
    private final ProviderSettings settings;
    private final String callback;

    OpenIdProvider(Vertx vertx, ProviderClient web, ProviderSettings settings, String callback) {
        this.vertx = vertx;
        this.web = web;
        this.settings = settings;
        this.callback = callback;
    }

    @Override
    public ProviderSettings settings() {
        return settings;
    }

    @Override
    public Future<String> address(AuthorizationState state) {
        return discover().map(metadata -> client(metadata)
                .authorizeURL(new OAuth2AuthorizationURL()
                        .setRedirectUri(callback)
                        .setState(state.state())
                        .setCodeChallenge(state.hashOfVerifier())
                        .setCodeChallengeMethod("S256")
                        .setScopes(List.of("openid", "email"))
                        .putAdditionalParameter("nonce", state.nonce())));
    }

    @Override
    public Future<Identity> identify(String code, AuthorizationState state) {
        return discover().compose(metadata -> exchange(metadata, code, state).compose(answer -> keys(metadata)
                .compose(keys -> IdToken.verify(vertx, keys, text(answer, "id_token")))
                .map(token -> {
                    token.require(metadata.issuer(), settings.clientId(), state);
                    return token;
                })
                .compose(token -> identity(metadata, token, answer))));
    }

    private Future<ProviderMetadata> discover() {
        return web.get(settings.url() + DISCOVERY, MultiMap.caseInsensitiveMultiMap())
                .map(answer -> ProviderMetadata.of(answer.toJsonObject(), settings.url()));
    }

    private Future<User> exchange(ProviderMetadata metadata, String code, AuthorizationState state) {
        var credentials = new Oauth2Credentials()
                .setFlow(OAuth2FlowType.AUTH_CODE)
                .setCode(code)
                .setCodeVerifier(state.verifier())
                .setRedirectUri(callback);
        return Timeouts.within(ProviderClient.TIMEOUT, client(metadata).authenticate(credentials));
    }

    private OAuth2Auth client(ProviderMetadata metadata) {
        return OAuth2Auth.create(
                vertx,
                new OAuth2Options()
                        .setHttpClientOptions(ProviderClient.options())
                        .setClientId(settings.clientId())
                        .setClientSecret(settings.clientSecret())
                        .setUseBasicAuthorization(!metadata.secretInBody())
                        .setSite(settings.url())
                        .setAuthorizationPath(metadata.authorization())
                        .setTokenPath(metadata.token()));
    }

    private Future<JsonObject> keys(ProviderMetadata metadata) {
        return web.get(metadata.keys(), MultiMap.caseInsensitiveMultiMap()).map(Buffer::toJsonObject);
    }

    /** Reads the address from the user info endpoint when the token has none; some providers give it only there. */
    private Future<Identity> identity(ProviderMetadata metadata, IdToken token, User answer) {
        if (token.tellsEmail() || metadata.userInfo().isEmpty()) {
            return Future.succeededFuture(identity(metadata, token));
        }
        var headers = MultiMap.caseInsensitiveMultiMap().set("Authorization", "Bearer " + text(answer, "access_token"));
        return web.get(metadata.userInfo().get(), headers)
                .map(Buffer::toJsonObject)
                .map(info -> identity(metadata, token.with(info)));
    }

    private Identity identity(ProviderMetadata metadata, IdToken token) {
        return new Identity(settings.provider(), metadata.issuer(), token.subject(), token.verifiedEmail());
    }

    private String text(User answer, String name) {
        var text = answer.principal().getString(name);
        if (text == null) {
            throw new ProviderException(settings.label() + " gave no " + name);
        }
        return text;
    }
}
