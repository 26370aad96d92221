package io.godwit.kit.smtp;

/** Where in an SMTP dialogue the sink answers. */
public enum SinkPoint {
    GREETING,
    EHLO,
    STARTTLS,
    AUTH,
    MAIL,
    RCPT,
    DATA,
    /** Some bytes of the message are there, and none of its end has been looked for; only {@link SmtpSink#hold} works here. */
    BODY,
    /** The final dot. */
    DOT
}
