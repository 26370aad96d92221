package io.godwit.smtp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;

/** A message as mime4j reads it, which shares no code with what wrote it. */
public record MimeParsedMessage(Message message, List<Entity> leaves) {

    public static MimeParsedMessage of(byte[] bytes) {
        var builder = new DefaultMessageBuilder();
        builder.setMimeEntityConfig(MimeConfig.custom()
                .setMaxLineLen(1_000)
                .setMaxHeaderLen(100_000)
                .build());
        try {
            var message = builder.parseMessage(new ByteArrayInputStream(bytes));
            var leaves = new ArrayList<Entity>();
            collect(message, leaves);
            return new MimeParsedMessage(message, leaves);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static void collect(Entity entity, List<Entity> leaves) {
        if (entity.getBody() instanceof Multipart parts) {
            parts.getBodyParts().forEach(part -> collect(part, leaves));
        } else {
            leaves.add(entity);
        }
    }

    public String structure() {
        return structure(message);
    }

    private static String structure(Entity entity) {
        if (entity.getBody() instanceof Multipart parts) {
            return parts.getSubType()
                    + parts.getBodyParts().stream()
                            .map(MimeParsedMessage::structure)
                            .toList();
        }
        return entity.getMimeType();
    }

    public String text() {
        return textOf("text/plain");
    }

    public String html() {
        return textOf("text/html");
    }

    private String textOf(String type) {
        var leaf = leaves.stream()
                .filter(entity -> type.equals(entity.getMimeType()))
                .findFirst()
                .orElseThrow();
        return new String(bytes(leaf), StandardCharsets.UTF_8);
    }

    public static byte[] bytes(Entity entity) {
        try {
            var out = new ByteArrayOutputStream();
            ((SingleBody) entity.getBody()).writeTo(out);
            return out.toByteArray();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    public Mailbox from() {
        assertOne(message.getFrom().size());
        return message.getFrom().get(0);
    }

    public Mailbox to() {
        assertOne(message.getTo().size());
        return (Mailbox) message.getTo().get(0);
    }

    /** Decoded. */
    public List<String> header(String name) {
        return message.getHeader().getFields(name).stream()
                .map(field -> DecoderUtil.decodeEncodedWords(field.getBody(), DecodeMonitor.SILENT)
                        .strip())
                .toList();
    }

    private static void assertOne(int count) {
        if (count != 1) {
            throw new AssertionError("There are " + count + " mailboxes");
        }
    }
}
