package io.godwit.kit.smtp;

/** The stage of an SMTP dialogue at which the sink answers. */
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
