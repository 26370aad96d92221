package io.godwit.smtp;

/** The stage an SMTP dialogue has reached. */
public enum SmtpStage {
    /** Connecting, the greeting, EHLO, STARTTLS or AUTH: about us or the relay, never about the recipient. */
    CONNECT,
    MAIL,
    RCPT,
    DATA,
    /** The final dot. */
    DOT,
    /** The connection failed after the final dot without a reply, so the acceptance is unknown. */
    UNKNOWN
}
