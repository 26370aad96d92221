/**
 * {@code POST /v1/send}, contents, the outbox, the send pipeline and the message log.
 *
 * <p><b>Accepting.</b> A call becomes one immutable content, one email row with its variables for each recipient, and one
 * {@code outbox} row each, in the transaction of {@code ingest} that also writes the contacts. Calls without attachments
 * that use the same version of a template share its content. A rendered body is never stored: every attempt renders the
 * same bytes from content and variables, so that every copy of a mail is the same.
 *
 * <p><b>At a time.</b> Scheduled mail is an outbox row that is due at its time and as old as that, so that no claim, no age and no
 * retry needs to know of it. What it says, whom it goes to and what it costs is settled when it is accepted; whether it may go is
 * asked when it goes, as of any mail. A time that has passed is a 422, as in campaigns and at most of our neighbours: a wrong hour
 * must not be mail that nobody can call back.
 *
 * <p><b>Copies.</b> With {@code cc} or {@code bcc} a call is one message: one content with its To and Cc, shown in every copy, and an
 * email for each recipient with an envelope, a return path, a Message-ID and a record of its own. A copy says what the first of
 * {@code to} is told, but its picture, its links and its way out are its own recipient's: who is copied must not open, click or
 * unsubscribe for another. Who is copied becomes a contact, of whom nothing is kept but the name, and who is subscribed by nobody
 * else's call.
 *
 * <p><b>Sending.</b> {@code OutboxPoller} takes due rows lane by lane (a lane is one project's mail of one class), those lanes
 * first that waited longest, so that a project with ten mails never waits behind one with a million. {@code AttemptStarter} marks
 * a row as being sent before its work begins, and {@code FinalDotJournal} writes on disk what goes to its final dot: what dies with the
 * node in between is then known to be in doubt, and is sent once more with the same Message-ID and Date; so is everything the node
 * was sending when its disk is gone with it. {@code MessageComposer} renders, builds and signs on a worker. On the reply to the final dot
 * {@code DeliveryLog} first notes it in the {@code DeliveryJournal} on disk and then hands it to {@code ResultWriter}, which writes many
 * results in one transaction; a starting node replays the journal before it claims. While the database or the journal is
 * away, {@code SendGate} lets no MAIL FROM out: delivering what cannot be recorded makes duplicates.
 *
 * <p><b>Holding.</b> A claim is a lease with a fence; every later write names the fence and does nothing when it was raised.
 * {@code OutboxLeases} renews all rows of the node with one statement. Three counters are kept apart: {@code claims} never end a
 * mail, {@code attempts} choose the pause before the next, {@code crashes} count only the row that was being worked when its
 * node died. Three crashes make a suspect: it is composed while nothing else is, only crashes meanwhile count against it, and
 * once it is a message it is no suspect any more. After three it is in {@code dead_letters} until somebody asks for it. A node
 * that comes back with its journal ends the leases of its former process itself.
 *
 * <p><b>Sharing.</b> {@code ConcurrencyLimiter} leaves connections free whatever one recipient domain or one project sends, and
 * mail that would wait for a domain that stands still goes back into the queue.
 *
 * <p><b>Failing.</b> {@code SmtpReplyClassifier} tells whom a refusal is about: the recipient (bounced, perhaps suppressed), the message
 * (failed), or us ({@code RelayCircuitBreaker} shuts the door for everybody and costs no mail an attempt). A permanent refusal ends its mail
 * only after some seconds: when many recipients of different domains get the same one meanwhile, {@code RefusalCircuitBreaker} takes
 * it back and pauses the project's mail, or all mail, until one that is risked is accepted.
 */
@NullMarked
package io.godwit.sending;

import org.jspecify.annotations.NullMarked;
