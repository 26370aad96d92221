package io.godwit.kit;

/** Where in an SMTP dialogue the sink answers. */
public enum Point {
    GREETING,
    EHLO,
    STARTTLS,
    AUTH,
    MAIL,
    RCPT,
    DATA,
    /** The final dot. */
    DOT
}
