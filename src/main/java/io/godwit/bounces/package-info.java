/**
 * Classifies messages sent to a return path: bytes in, a {@link io.godwit.bounces.BounceVerdict} out. Pure: no rows, no
 * sockets, no clock, so that every known text is one file of a corpus in the tests.
 *
 * <p>{@link io.godwit.bounces.BounceClassifier} tries, in this order: a complaint (ARF, RFC 5965), a delivery status
 * notification (RFC 3464), a bounce in plain text from a mail system, a challenge, an automatic answer (RFC 3834). The first
 * match decides. All input is written by strangers: {@link io.godwit.bounces.BounceMessage} reads bounded parts of it, and no
 * content makes the classifier throw.
 *
 * <p>Only <em>hard</em> says that an address is dead. An email refused for its content or for its sender is a <em>block</em>,
 * and an unclear refusal is <em>soft</em>: a wrongly suppressed recipient is worse than one more attempt. The evidence of a
 * refusal against its recipient ({@link io.godwit.bounces.ClassifiedRefusal.Evidence}) is the same whether a server gives it to us
 * or a report quotes it. Of soft bounces only those of a full mailbox are any.
 */
@NullMarked
package io.godwit.bounces;

import org.jspecify.annotations.NullMarked;
