package io.godwit.smtp.message;

/** One header field beside those we write ourselves; the value holds no control characters. */
public record Header(String name, String value) {}
