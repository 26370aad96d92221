/**
 * Sign-in with GitHub, Google or any OpenID Connect provider. Does not depend on accounts or tables.
 *
 * <p>The code is exchanged by vertx-auth-oauth2. The token is checked here, claim by claim: that library accepts a token
 * without an audience or an expiry, and ignores a token it cannot verify (its source, 2026-11-22), and a sign-in must not
 * rest on either. The keys of a provider are fetched for every sign-in, which is a click of a user and no hot path; so a
 * key is valid exactly as long as the provider publishes it.
 *
 * <p>An identity is an issuer and a subject. Addresses change hands, so an address only counts when the provider says that
 * it was verified, and never identifies a user.
 */
@NullMarked
package io.godwit.oauth;

import org.jspecify.annotations.NullMarked;
