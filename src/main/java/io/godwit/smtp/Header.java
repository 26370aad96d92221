package io.godwit.smtp;

/** One header field beside those we write ourselves; the value holds no control characters. */
public record Header(String name, String value) {}
