/**
 * What others tell about mail we sent, and mail that is sent to us.
 *
 * <p>Whatever comes, and by whatever way (a provider's hook, our own SMTP door, a mailbox), is first a row of {@code
 * provider_reports}: {@link io.godwit.inbound.processing.ReportInbox#accept} completes when it is committed, and only then the sender is told
 * that we have it. The same event is taken once. A loop then takes rows by the hundred; the {@link io.godwit.inbound.processing.ReportParser}
 * of their provider makes {@link io.godwit.inbound.processing.DeliveryReport}s of them, which speak no provider's language, and one transaction
 * brings all their effects and marks the rows: what is repeated after a crash has had no effect before. Only that transaction
 * holds the rows, so whoever dies, nobody waits for a lease. A mailbox has one, because two readers would be in each other's way:
 * a node gives it back when it stops or cannot reach the mailbox.
 *
 * <p>What a provider's signed hook tells is believed by the ids it names. Anybody can mail us what looks like a report, so one that
 * comes as mail has to prove that it may speak of the mail it names: by the signed return path it came to, by the signed token
 * of that mail's header, or by the DKIM signature of a feedback loop the operator named ({@link
 * io.godwit.inbound.mail.MailReportParser}). What proves nothing is filed like a letter, with a doubt, and never dropped.
 *
 * <p>A report names its mail by what it knows: our Message-ID, the return path or token of the mail, or the relay's own name for it
 * ({@link io.godwit.inbound.processing.EmailIdentifiers}). One whose mail is unknown, or whose sending is not recorded yet, is parked and looked at
 * again. Effects do not depend on the order reports come in: a status rises by its rank only, moments are the earliest told, and
 * what is counted is counted once a mail.
 */
@NullMarked
package io.godwit.inbound;

import org.jspecify.annotations.NullMarked;
