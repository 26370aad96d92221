package io.godwit.smtp.message;

/** One header field beside those the message builder writes itself; the value holds no control characters. */
public record Header(String name, String value) {}
