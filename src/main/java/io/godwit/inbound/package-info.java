/**
 * Accepts and processes delivery reports about sent emails, and inbound mail.
 *
 * <p>Every report and every message (from a provider's webhook, our own SMTP server, or a mailbox) is first a row of
 * {@code inbound_reports}: {@link io.godwit.inbound.processing.ReportInbox#accept} completes when it is committed, and only
 * then the sender gets a positive reply. The same event is accepted once. A loop then locks rows by the hundred; the
 * {@link io.godwit.inbound.processing.ReportParser} of their provider makes
 * {@link io.godwit.inbound.processing.DeliveryReport}s of them, which are independent of providers, and one transaction applies
 * all their effects and marks the rows: a report repeated after a crash has had no effect before. Reports are locked by the
 * transaction, not leased: after a crash they are free at once. The mailbox has a lease, because two nodes that read it would
 * conflict: a node releases it when it stops or cannot reach the mailbox.
 *
 * <p>A provider's signed webhook is trusted for the ids it names. Anyone can send an email that looks like a report, so a
 * report that comes by email has to prove that it may speak of the email it names: by the signed return path it was sent to, by
 * the signed token of that email's header, or by the DKIM signature of a feedback loop the operator named
 * ({@link io.godwit.inbound.mail.MailReportParser}). A report without proof is filed like any email, with a doubt, and never
 * dropped.
 *
 * <p>A report names its email by our Message-ID, by the return path or token of the email, or by the relay's own id for it
 * ({@link io.godwit.inbound.processing.EmailIdentifiers}). A report waits and is retried while its email is unknown or the
 * result of sending is not recorded yet. Effects do not depend on the order of reports: a status rises by its rank only, times
 * are the earliest reported, and each count is made once per email.
 */
@NullMarked
package io.godwit.inbound;

import org.jspecify.annotations.NullMarked;
