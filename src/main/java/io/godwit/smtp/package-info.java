/**
 * Builds and signs messages, hands them to a mail server, and receives them: the SMTP client, the SMTP server and the built-in
 * catcher. Knows nothing of projects or rows.
 *
 * <p>{@link io.godwit.smtp.message.MessageBuilder} writes the bytes itself. A message must be the same at every attempt, every line
 * must be at most 998 octets, and no value may begin a header; general builders make boundaries from the clock and fold as
 * they like. What it writes is read in tests by two MIME parsers that are not ours. angus-mail encodes the names of attachments and
 * decodes the parts of received mail, whose boundaries {@link io.godwit.smtp.message.MimeReader} finds itself, in bounded time.
 *
 * <p>{@link io.godwit.smtp.client.SmtpClient} opens sessions to any mail server. A session tells at every moment which command
 * is without a reply, because the difference between "before the final dot" and "after it" is the difference between trying again
 * and perhaps sending twice. {@link io.godwit.smtp.client.RelayTransport} sends to the one relay, over a pool of sessions or over the
 * connections of vertx-mail-client, as the settings say.
 *
 * <p>The {@link io.godwit.smtp.catcher.MailCatcher} listens on the loopback interface like any relay, so the first email takes
 * the same path as the millionth. It is a {@link io.godwit.smtp.server.SmtpServer}, which bounds the connections and bytes of
 * strangers, with a {@link io.godwit.smtp.server.SmtpHandler} that accepts everything; inbound mail enters by another handler.
 */
@NullMarked
package io.godwit.smtp;

import org.jspecify.annotations.NullMarked;
