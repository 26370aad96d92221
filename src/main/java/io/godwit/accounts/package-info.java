/**
 * People: sign-up, sign-in, sessions, passwords. Knows nothing of projects.
 *
 * <p>A browser holds a signed token that names a user and a session; the session's row decides, and it is read with every
 * request. So what ends a session (logout, a new password, the end of the user) ends it on every node with the next request,
 * without any cache to empty; people click, they do not send a thousand requests a second.
 *
 * <p>Who does not know the password learns nothing: an unknown address is answered in the same words after the same hash as a
 * wrong password, a mail is asked for in the same words whether it goes out or not, and is written after the answer. Guesses
 * are counted in the database before they are checked, so that many at once on many nodes are counted too: per account and
 * client network, so that nobody locks the owner out from elsewhere, and per client network.
 *
 * <p>Links in mails carry a token of 32 random bytes; only its SHA-256 is kept, and it opens once. The token itself is a
 * non-persistent value of its mail, so it is gone from the database when the mail is.
 */
@NullMarked
package io.godwit.accounts;

import org.jspecify.annotations.NullMarked;
