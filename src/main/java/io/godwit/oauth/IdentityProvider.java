package io.godwit.oauth;

import io.vertx.core.Future;

/** One configured identity provider. Safe to use from any context. */
public interface IdentityProvider {

    ProviderSettings settings();

    /** The address at the provider to redirect the browser to. */
    Future<String> address(AuthorizationState state);

    /** Exchanges the code for the identity of the user. Fails when the provider gives no identity that can be verified. */
    Future<Identity> identify(String code, AuthorizationState state);
}
