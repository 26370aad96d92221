package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;

/** A text of one message. */
public record PlainText(String text) implements MessageText {

    @Override
    public void write(String subtype, ByteBuilder out) {
        new MimePart.Text(subtype, text.getBytes(StandardCharsets.UTF_8)).write(out);
    }

    @Override
    public int size() {
        return text.length() + text.length() / 2;
    }
}
