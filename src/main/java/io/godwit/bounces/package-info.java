/**
 * What a mail that came back to us says: bytes in, a {@link io.godwit.bounces.BounceVerdict} out. Pure: no rows, no sockets, no
 * clock, so that every wording is one file of a corpus in the tests.
 *
 * <p>{@link io.godwit.bounces.BounceClassifier} asks, in this order: is it a complaint (ARF, RFC 5965), a delivery status
 * notification (RFC 3464), a bounce in plain words from a mail system, a challenge, an automatic answer (RFC 3834)? The first
 * that knows decides. All of this is written by strangers: {@link io.godwit.bounces.BounceMessage} reads bounded parts of it, and
 * nothing in a mail makes the classifier throw.
 *
 * <p>Only <em>hard</em> says that an address is dead. A mail refused for what it is or for who sent it is a <em>block</em>,
 * and whatever is unclear is <em>soft</em>: a wrongly suppressed reader is worse than one more try.
 */
@NullMarked
package io.godwit.bounces;

import org.jspecify.annotations.NullMarked;
