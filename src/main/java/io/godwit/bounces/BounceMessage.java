package io.godwit.bounces;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message that tell its cause: its header, its readable parts, and the header of the email it returns. Parts
 * beyond the limits, or unreadable ones, are left out.
 */
final class BounceMessage {

    private static final int MAX_PARTS = 40;
    private static final int MAX_DEPTH = 10;

    /** Max characters of one part, and of the text of all; the reason is always near the top. */
    private static final int MAX_PART_LENGTH = 128 * 1024;

    private static final int MAX_LINE_LENGTH = 100_000;

    private static final MimeConfig LIMITS = new MimeConfig.Builder()
            .setMaxLineLen(MAX_LINE_LENGTH)
            .setMaxHeaderLen(MAX_LINE_LENGTH)
            .setMaxHeaderCount(1_000)
            .setMalformedHeaderStartsBody(false)
            .build();

    /** Types of parts that hold header fields: no part of these types is parsed as a message. */
    private static final Set<String> FIELDS_AS_TEXT =
            Set.of("text/rfc822-headers", "message/global-headers", "message/global", "message/rfc822");

    /** A readable part; {@code type} is lower case. */
    record Part(String type, String text) {}

    private final List<Part> parts = new ArrayList<>();
    private HeaderFields head = HeaderFields.NONE;
    private HeaderFields returned = HeaderFields.NONE;
    private int messages;
    private int depth;
    private int seen;
    private final List<HeaderFields.Field> fields = new ArrayList<>();

    private final ReadingDeadline deadline;
    private @Nullable String words;

    private BounceMessage(ReadingDeadline deadline) {
        this.deadline = deadline;
    }

    /** Parses a message; what has not been read at the deadline is left out. */
    static BounceMessage of(byte[] message, ReadingDeadline deadline) {
        var bounce = new BounceMessage(deadline);
        try {
            bounce.read(new MimeTokenStream(LIMITS), message);
        } catch (MimeException | IOException | RuntimeException unreadable) {
            // The library throws at its limits, and undeclared exceptions as well; the parts read so far count. So does
            // the
            // deadline, which whoever reads the parts meets again.
            bounce.keepHead();
        }
        return bounce;
    }

    /** Returns the deadline of all that is done with the message. */
    ReadingDeadline deadline() {
        return deadline;
    }

    HeaderFields head() {
        return head;
    }

    /** Returns the header of the returned email. */
    HeaderFields returned() {
        return returned;
    }

    Optional<String> first(String type) {
        return parts.stream()
                .filter(part -> part.type().equals(type))
                .map(Part::text)
                .findFirst();
    }

    /** Returns the beginning of the plain text, else of the text of the HTML, else an empty text. */
    String words() {
        deadline.check();
        var known = words;
        if (known == null) {
            known = readWords();
            words = known;
        }
        return known;
    }

    private String readWords() {
        var plain = parts.stream()
                .filter(part -> part.type().equals("text/plain"))
                .map(Part::text)
                .collect(Collectors.joining("\n"));
        var text =
                plain.isBlank() ? first("text/html").map(BounceMessage::textOf).orElse("") : plain;
        return text.substring(0, Math.min(text.length(), MAX_PART_LENGTH));
    }

    /** Returns the text of an HTML part, one line per block. */
    private static String textOf(String html) {
        return Jsoup.parse(html).wholeText();
    }

    private void read(MimeTokenStream stream, byte[] message) throws MimeException, IOException {
        stream.parse(new ByteArrayInputStream(message));
        for (var state = stream.getState();
                state != EntityState.T_END_OF_STREAM && seen <= MAX_PARTS && depth <= MAX_DEPTH;
                state = stream.next()) {
            readToken(state, stream);
        }
    }

    private void readToken(EntityState state, MimeTokenStream stream) throws MimeException, IOException {
        deadline.check();
        switch (state) {
            case T_START_MESSAGE -> messages++;
            case T_END_MESSAGE -> messages--;
            case T_START_MULTIPART -> depth++;
            case T_END_MULTIPART -> depth--;
            case T_START_HEADER -> fields.clear();
            case T_FIELD -> {
                var field = stream.getField();
                fields.add(new HeaderFields.Field(field.getName(), unfolded(field.getBody())));
            }
            case T_END_HEADER -> keepHead();
            case T_BODY -> body(stream);
            default -> {}
        }
    }

    private void keepHead() {
        if (messages <= 1 && head.isEmpty()) {
            head = new HeaderFields(fields);
        } else if (messages == 2 && returned.isEmpty()) {
            returned = new HeaderFields(fields);
        }
    }

    private void body(MimeTokenStream stream) throws IOException {
        seen++;
        if (messages > 1) {
            return;
        }
        var descriptor = stream.getBodyDescriptor();
        var type = descriptor.getMimeType().toLowerCase(Locale.ROOT);
        if (!type.startsWith("text/") && !type.startsWith("message/")) {
            return;
        }
        var text = new String(
                stream.getDecodedInputStream().readNBytes(MAX_PART_LENGTH), charset(descriptor.getCharset()));
        parts.add(new Part(type, text));
        if (returned.isEmpty() && FIELDS_AS_TEXT.contains(type)) {
            returned = HeaderFields.groups(text).stream().findFirst().orElse(HeaderFields.NONE);
        }
    }

    private static Charset charset(@Nullable String name) {
        try {
            return name == null || name.equalsIgnoreCase("us-ascii") ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }

    private static String unfolded(String value) {
        var line = value.replaceAll("[\r\n]+", "").strip();
        return line.contains("=?") ? decoded(line) : line;
    }

    private static String decoded(String line) {
        try {
            return DecoderUtil.decodeEncodedWords(line, DecodeMonitor.SILENT);
        } catch (RuntimeException unreadable) {
            return line;
        }
    }
}
