package io.godwit.smtp.message;

/** A text part of a message: written by itself, or prepared for many messages. */
public sealed interface MessageText permits PlainText, PreparedPart.Filled {

    /** Writes the Content-* fields, a blank line and the encoded text. */
    void write(String subtype, ByteBuilder out);

    /** Returns about the number of octets of the encoded text. */
    int size();
}
