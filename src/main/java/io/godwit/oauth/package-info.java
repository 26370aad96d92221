/**
 * Who somebody is in the words of GitHub, of Google or of any OpenID provider. Knows nothing of our accounts or rows.
 *
 * <p>The code is exchanged by vertx-auth-oauth2. What comes back is checked here, claim by claim: that library takes a token
 * without an audience or an expiry for a good one, and a token it cannot verify for none at all (its source, 2026-11-22), and
 * a sign-in must not rest on either. The keys of a provider are fetched for every sign-in, which is a click of a person and
 * no hot path; so a key that was replaced an instant ago neither lets anybody in nor keeps anybody out.
 *
 * <p>An identity is an issuer and a subject. Addresses change hands, so one only counts when the provider says that it was
 * verified, and never as who somebody is.
 */
@NullMarked
package io.godwit.oauth;

import org.jspecify.annotations.NullMarked;
