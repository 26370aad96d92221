/**
 * Accepts, queues, sends and logs emails: {@code POST /v1/send}, contents, the outbox, the send pipeline and the email log.
 *
 * <p><b>Accepting.</b> A call becomes one immutable content, one email row with its variables for each recipient, and one
 * {@code outbox} row each, in the transaction of {@code ingest} that also writes the contacts. Calls without attachments
 * that use the same version of a template share its content; the texts of any other are compressed, if that makes them a third
 * smaller, for an uncompressed body of 10 KB costs PostgreSQL six rows of its TOAST table. A rendered body is never stored:
 * every attempt renders the same bytes from content and variables, so that every copy of an email is the same.
 *
 * <p><b>Scheduling.</b> A scheduled email is an outbox row that is due at its time and whose age counts from that time, so that
 * claims, ages and retries need no special case. Content, recipients and quota are settled when it is accepted; whether it may
 * be sent is decided when it is due, as for any email. A time that has passed is a 422, as in campaigns and in most
 * neighbouring APIs: a wrong hour must not send an email that cannot be recalled.
 *
 * <p><b>Copies.</b> With {@code cc} or {@code bcc} a call is one message: one content with its To and Cc, shown in every copy,
 * and an email for each recipient with an envelope, a return path, a Message-ID and a record of its own. A copy is rendered
 * with the data of the first of {@code to}, but its picture, its links and its unsubscribe link belong to its own recipient: a
 * copied recipient must not open, click or unsubscribe for another. Copied recipients become contacts of whom only the name is
 * kept, and they are never subscribed by such a call.
 *
 * <p><b>Sending.</b> {@code OutboxPoller} claims due rows lane by lane (a lane is one project's emails of one source), the lane
 * that waited longest first, so that a project with ten emails never waits behind one with a million. {@code AttemptStarter}
 * marks a row as being sent before its work begins, and {@code FinalDotJournal} writes to disk which emails are at their final
 * dot: an email that was there when the node crashed is in doubt and is sent once more with the same Message-ID and Date; so is
 * everything the node was sending when its disk is lost with it. {@code MessageComposer} renders, builds and signs on a worker.
 * On the reply to the final dot {@code DeliveryLog} first notes it in the {@code DeliveryJournal} on disk and then hands it to
 * {@code ResultWriter}, which writes many results in one transaction; a starting node replays the journal before it claims.
 * While the database or the journal is not available, {@code SendGate} lets no MAIL FROM out: delivering what cannot be
 * recorded makes duplicates.
 *
 * <p><b>Claiming.</b> A claim is a lease with a fence; every later write names the fence and does nothing when it was raised.
 * {@code OutboxLeases} renews all rows of the node with one statement. Three counters are kept apart: {@code claims} never end
 * an email, {@code attempts} choose the pause before the next, {@code lost_leases} count only rows that were being sent when their
 * node crashed. After three crashes an email is composed alone, only crashes meanwhile count against it, and once it is
 * composed it is treated like any other; a node that only lost its lease, because it was slow or stood still, takes its crash back.
 * Three minutes after the third crash alone it is in {@code dead_letters} until an operator requeues it.
 * A node that restarts with its journal ends the leases of its former process itself.
 *
 * <p><b>Sharing.</b> {@code ConcurrencyLimiter} leaves connections free whatever one recipient domain or one project sends, and
 * emails that would wait for a stalled domain go back into the queue.
 *
 * <p><b>Failing.</b> {@code SmtpReplyClassifier} finds out the party a refusal is about: the recipient (bounced, perhaps
 * suppressed), the message (failed), or us ({@code MailServerCircuitBreaker} stops all sending and costs no email an attempt). A
 * permanent refusal ends its email only after some seconds: when many recipients of different domains get the same one
 * meanwhile, {@code RefusalCircuitBreaker} revokes it and pauses the project's emails, or all emails, until a probe is
 * accepted.
 */
@NullMarked
package io.godwit.sending;

import org.jspecify.annotations.NullMarked;
