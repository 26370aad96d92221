package io.godwit.logging;

/** The form in which lines of the log are written. */
public enum LogFormat {
    /** One flat JSON object a line, for collectors. */
    JSON,
    /** Text for people, in development; a message or a stack trace may take several lines. */
    TEXT
}
