/**
 * Accepts emails by SMTP (RFC 6409) from programs that have a secret key of a project: with STARTTLS (port 587) and with TLS from
 * the first byte (port 465).
 *
 * <p>A message becomes what a call of {@code POST /v1/send} becomes, in the same batches and by the same rules: the same keys and
 * their scopes, the same rate limit, plan limits, suspension and suppression, the same idempotency. A recipient is an email; the
 * message is stored once. What differs is the content: nothing in it is a placeholder, and it is sent as it came, but for the
 * fields {@link io.godwit.submission.SubmittedMessage} names, our return path and our DKIM signature.
 *
 * <p>The connection, its limits, TLS and the login dialogue are those of {@link io.godwit.smtp.server.SmtpServer}, which also
 * receives mail from other servers. A {@code SubmissionSession} decides about the commands of one connection. It checks the key
 * again at every MAIL, so that a key that was revoked ends its sessions, and answers the final dot only after the commit: a client
 * whose connection breaks before that sends the message again, and its Message-ID, recipients and bytes tell that it is the same.
 *
 * <p>SMTPUTF8 is offered for recipients with letters outside ASCII before the {@code @}, and because programs that have a name
 * outside ASCII in a header ask for it; names and texts in header fields are encoded (RFC 2047) before they are stored, so that
 * only a message with such an address in its header needs a server with SMTPUTF8. The author's address is ASCII.
 */
@NullMarked
package io.godwit.submission;

import org.jspecify.annotations.NullMarked;
