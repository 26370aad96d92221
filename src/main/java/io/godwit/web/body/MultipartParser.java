package io.godwit.web.body;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.FileField;
import io.godwit.web.Upload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Parses a multipart body without copying it (RFC 2046 §5.1.1, RFC 7578). Parts and their headers are few and small; a body that
 * cannot be read to its end is a 422.
 */
public final class MultipartParser {

    private static final int MAX_PARTS = 32;
    private static final int MAX_HEAD_BYTES = 8 << 10;
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};

    /** Values of {@code Content-Transfer-Encoding} for bytes that are not encoded (RFC 7578 §4.7). */
    private static final Set<String> PLAIN = Set.of("", "binary", "8bit", "7bit");

    private final byte[] body;
    private final byte[] delimiter;
    private final List<Part> parts = new ArrayList<>();

    private MultipartParser(byte[] body, String boundary) {
        this.body = body;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** One part; its header and its content are ranges of the body. */
    private record Part(String disposition, String type, String encoding, int head, int from, int to) {

        String name() {
            return HeaderParameterParser.of(disposition).get("name").orElse("");
        }

        /** A browser without a file sends an empty name and nothing else. */
        boolean isFile() {
            var name = HeaderParameterParser.of(disposition).get("filename");
            return name.isPresent() && !(name.get().isEmpty() && from == to);
        }
    }

    public static MultipartParser read(byte[] body, String boundary) {
        var multipart = new MultipartParser(body, boundary);
        multipart.read();
        return multipart;
    }

    private void read() {
        var next = afterFirstDelimiter();
        while (!startsWith(next, new byte[] {'-', '-'})) {
            next = readPart(next);
        }
    }

    /** Skips the preamble, the bytes before the first part. */
    private int afterFirstDelimiter() {
        if (Arrays.equals(body, 0, Math.min(body.length, delimiter.length - 2), delimiter, 2, delimiter.length)) {
            return delimiter.length - 2;
        }
        return found(find(delimiter, 0, body.length)) + delimiter.length;
    }

    /** Answers where the delimiter behind the part ends. */
    private int readPart(int afterDelimiter) {
        if (parts.size() == MAX_PARTS) {
            throw Failure.invalid("", "too_big", "A form may have at most " + MAX_PARTS + " parts");
        }
        var head = afterDelimiter;
        while (head < body.length && (body[head] == ' ' || body[head] == '\t')) {
            head++;
        }
        if (!startsWith(head, LINE)) {
            throw unreadable();
        }
        var blank = found(find(BLANK_LINE, head, Math.min(body.length, head + MAX_HEAD_BYTES)));
        var from = blank + BLANK_LINE.length;
        // The blank line's end may already be the line end that belongs to the next delimiter.
        var to = found(find(delimiter, from - LINE.length, body.length));
        var lines = new String(body, head, blank - head, StandardCharsets.UTF_8).split("\r\n");
        parts.add(new Part(
                header(lines, "content-disposition"),
                header(lines, "content-type"),
                header(lines, "content-transfer-encoding").toLowerCase(Locale.ROOT),
                head,
                from,
                Math.max(from, to)));
        return to + delimiter.length;
    }

    private static String header(String[] lines, String name) {
        for (var line : lines) {
            var colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return "";
    }

    /** The one file of the form; other fields are passed over. */
    public Upload file(FileField field) {
        var files = parts.stream().filter(Part::isFile).toList();
        if (files.size() > 1) {
            throw Failure.invalid(field.name(), "too_big", "Send one file");
        }
        return files.stream()
                .filter(part -> part.name().equals(field.name()))
                .findFirst()
                .map(part -> upload(part, field))
                .orElseThrow(() -> missing(field));
    }

    /** The texts of the form; files are passed over. Of a name given twice the first counts. */
    public Map<String, String> fields() {
        var nameToText = new HashMap<String, String>();
        parts.stream().filter(part -> !part.isFile()).forEach(part -> {
            var text = new String(body, part.from(), part.to() - part.from(), StandardCharsets.UTF_8);
            nameToText.putIfAbsent(part.name(), text);
        });
        return nameToText;
    }

    private Upload upload(Part part, FileField field) {
        if (part.to() - part.from() > field.maxBytes()) {
            throw Failure.of(Kind.PAYLOAD_TOO_LARGE, "The file may have at most " + field.maxBytes() + " bytes");
        }
        if (!PLAIN.contains(part.encoding())) {
            throw Failure.invalid(field.name(), "custom", "Send the file without a transfer encoding");
        }
        var name = HeaderParameterParser.of(part.disposition()).get("filename").orElse("");
        return new Upload(
                name.replaceAll("\\p{Cntrl}", ""),
                MediaType.essence(part.type()),
                Arrays.copyOfRange(body, part.from(), part.to()));
    }

    public static Failure missing(FileField field) {
        return Failure.invalid(field.name(), "required", "Send a file in the form field " + field.name());
    }

    public static Failure unreadable() {
        return Failure.invalid("", "custom", "The multipart body cannot be read to its end");
    }

    /** SHA-256 of method, path and parts: a repeated form has another boundary. */
    public byte[] digest(String method, String path) {
        var digest = BodyBuffer.sha256();
        digest.update((method + ' ' + path + '\n').getBytes(StandardCharsets.UTF_8));
        parts.forEach(part -> update(digest, part));
        return digest.digest();
    }

    private void update(MessageDigest digest, Part part) {
        digest.update(ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(part.from() - part.head())
                .putInt(part.to() - part.from())
                .array());
        digest.update(body, part.head(), part.to() - part.head());
    }

    private static int found(int position) {
        if (position < 0) {
            throw unreadable();
        }
        return position;
    }

    private int find(byte[] wanted, int from, int limit) {
        for (var start = from; start <= limit - wanted.length; start++) {
            if (body[start] == wanted[0] && startsWith(start, wanted)) {
                return start;
            }
        }
        return -1;
    }

    private boolean startsWith(int start, byte[] wanted) {
        return start + wanted.length <= body.length
                && Arrays.equals(body, start, start + wanted.length, wanted, 0, wanted.length);
    }
}
