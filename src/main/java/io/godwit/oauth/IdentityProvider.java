package io.godwit.oauth;

import io.vertx.core.Future;

/** One provider that is set up. Safe to use from any context. */
public interface IdentityProvider {

    ProviderSettings settings();

    /** Where the browser is sent. */
    Future<String> address(AuthorizationState challenge);

    /** Who came back with this code. Fails when the provider does not say so in a way that can be believed. */
    Future<Identity> identify(String code, AuthorizationState challenge);
}
