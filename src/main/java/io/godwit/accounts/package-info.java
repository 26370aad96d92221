/**
 * User accounts: sign-up, sign-in, sessions, passwords, second factors. Does not depend on projects.
 *
 * <p>A browser holds a signed token that names a user and a session; the session's row decides, and it is read with every
 * request. So a session that is ended (by logout, a new password, the deletion of the user) is ended on every node with the
 * next request, without a cache to invalidate; users click, they do not send a thousand requests a second.
 *
 * <p>A session ends after seven days, or after three without a request (a setting); a user sees all own sessions and ends
 * one or all others. The row's last use is written beside a request, at most once a minute. A session alone, which a thief
 * of the cookie has too, sets up no second factor and deletes no account: the password does, or a sign-in of the last 15
 * minutes. A password reset by email removes a second factor of the last seven days, because an attacker who took the
 * account over may have set it up.
 *
 * <p>A client without the password learns nothing: an unknown address gets the same answer after the same hash as a wrong
 * password; a request for a reset email gets the same answer whether one is sent or not, and the email is written after the
 * answer. Guesses are counted in the database before they are checked, so that many at once on many nodes are counted too:
 * per account and client network, so that an attacker elsewhere does not lock the owner out, and per client network.
 *
 * <p>Links in emails carry a token of 32 random bytes; only its SHA-256 is stored, and it works once. The token itself is a
 * non-persistent value of its email, so it is deleted from the database when the email is sent.
 *
 * <p>A provider identifies a user by an issuer and a subject, which find the account from the second sign-in on. At the
 * first sign-in the identity is linked to the account with its address only when both sides have verified the address:
 * otherwise an attacker who signed up with another's address would share the account with its owner, or a new owner of an
 * old mailbox would get the account. A sign-in with a provider is bound to one browser by a cookie, works once and for ten
 * minutes.
 *
 * <p>A second factor is asked for after the password and after a provider's sign-in alike. A code works once: the last used
 * step is raised in the database. Wrong codes are counted per account over all networks, because there are only a million;
 * so an attacker with the password can keep the owner from using codes, but not from using a recovery code.
 */
@NullMarked
package io.godwit.accounts;

import org.jspecify.annotations.NullMarked;
