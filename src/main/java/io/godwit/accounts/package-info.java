/**
 * People: sign-up, sign-in, sessions, passwords. Knows nothing of projects.
 *
 * <p>A browser holds a signed token that names a user and a session; the session's row decides, and it is read with every
 * request. So what ends a session (logout, a new password, the end of the user) ends it on every node with the next request,
 * without any cache to empty; people click, they do not send a thousand requests a second.
 *
 * <p>A session ends after seven days, or when nobody used it for three (a setting); its user sees all of them and ends one or all
 * others. The row's last use is written beside a request, at most once a minute. A session alone, which a thief of the cookie has
 * too, sets up no second factor and deletes no account: the password does, or a sign-in of the last 15 minutes. A new password by
 * mail takes a second factor of the last seven days along, because whoever took the account over may have set it up.
 *
 * <p>Who does not know the password learns nothing: an unknown address is answered in the same words after the same hash as a
 * wrong password, a mail is asked for in the same words whether it goes out or not, and is written after the answer. Guesses
 * are counted in the database before they are checked, so that many at once on many nodes are counted too: per account and
 * client network, so that nobody locks the owner out from elsewhere, and per client network.
 *
 * <p>Links in mails carry a token of 32 random bytes; only its SHA-256 is kept, and it opens once. The token itself is a
 * non-persistent value of its mail, so it is gone from the database when the mail is.
 *
 * <p>A provider vouches for an identity, which is an issuer and a subject; that is what people come in with from the second time
 * on. The first time it joins the account with its address only when both sides have verified that: otherwise who signed up
 * with another's address would have them walk into a trap, or who took over an old mailbox would inherit an account. The way
 * to the provider and back is tied to one browser by a cookie, works once and for ten minutes.
 *
 * <p>A second factor is asked for after the password and after a provider's word alike. A code opens once: the step it belongs
 * to is raised in the database. Wrong codes are counted per account over all networks, because there are only a million; so
 * who knows the password can keep the owner from using codes, but not from using a recovery code.
 */
@NullMarked
package io.godwit.accounts;

import org.jspecify.annotations.NullMarked;
