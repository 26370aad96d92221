/**
 * The SMTP client: sessions with a mail server, and the transport to the outgoing relay.
 *
 * <p>{@link io.godwit.smtp.client.SmtpClient#open} connects, waits for the greeting, encrypts by a
 * {@link io.godwit.smtp.client.TlsPolicy} and logs in. An {@link io.godwit.smtp.client.SmtpClientSession} then carries messages. Below
 * it, a channel writes commands and matches replies by counting (RFC 2920); a transmission is the state of one message. Nothing
 * here knows DNS or rows.
 *
 * <p>A server that breaks the rules costs its connection. One that answers commands sent ahead wrongly, or not at all, gets them
 * one by one for three days; one whose encryption is broken is spoken to in clear for as long, where encryption is
 * opportunistic.
 */
@NullMarked
package io.godwit.smtp.client;

import org.jspecify.annotations.NullMarked;
