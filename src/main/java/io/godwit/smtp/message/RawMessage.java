package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A message that somebody else's program wrote, with the positions of its header fields, so that fields can be added and removed
 * while every other byte stays as it came. Throws an {@link IllegalArgumentException}, whose sentence is for that program's
 * author, when it is no message.
 */
public final class RawMessage {

    /** Max octets of a line without its end (RFC 5322 §2.1.1). */
    private static final int MAX_LINE = 998;

    /** Fields that a message has once (RFC 5322 §3.6) and that programs read one from. */
    private static final Set<String> ONCE =
            Set.of("subject", "date", "message-id", "to", "cc", "reply-to", "mime-version", "content-type");

    /** Fields whose value is a list of addresses (RFC 5322 §3.6.2, §3.6.3 and §3.6.6). */
    private static final Set<String> OF_ADDRESSES = Set.of(
            "from",
            "sender",
            "reply-to",
            "to",
            "cc",
            "bcc",
            "resent-from",
            "resent-sender",
            "resent-to",
            "resent-cc",
            "resent-bcc");

    private static final Pattern ATTACHMENT =
            Pattern.compile("Content-Disposition:\\s*attachment", Pattern.CASE_INSENSITIVE);

    private final byte[] message;
    private final List<Field> fields;
    private final int bodyAt;

    /**
     * A header field.
     *
     * @param value unfolded; encoded words undecoded
     * @param from the position of its first octet
     * @param to the position after its line end
     */
    private record Field(String name, String value, int from, int to) {

        private boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    private RawMessage(byte[] message, List<Field> fields, int bodyAt) {
        this.message = message;
        this.fields = fields;
        this.bodyAt = bodyAt;
    }

    /** Finds the header fields of a message whose lines end with CR LF. */
    public static RawMessage of(byte[] message) {
        var fields = new ArrayList<Field>();
        var bodyAt = scan(message, 0, message.length, fields);
        return new RawMessage(message, fields, bodyAt);
    }

    /**
     * Returns the message with CR LF at the end of every line: a bare CR or LF is a line end to some servers and none to others,
     * which is what a smuggled message lives on (CVE-2023-51764). Refuses lines of more than {@value #MAX_LINE} octets, and NUL,
     * which some servers drop.
     */
    public static byte[] normalized(byte[] message) {
        var out = new ByteBuilder(message.length + 64);
        var start = 0;
        while (start < message.length) {
            var end = start;
            while (end < message.length && message[end] != '\r' && message[end] != '\n') {
                if (message[end] == 0) {
                    throw new IllegalArgumentException("The message has a NUL octet");
                }
                end++;
            }
            if (end - start > MAX_LINE) {
                throw new IllegalArgumentException("The message has a line of more than " + MAX_LINE
                        + " octets; encode it as quoted-printable or base64");
            }
            out.add(message, start, end - start).endLine();
            var isPair = end + 1 < message.length && message[end] == '\r' && message[end + 1] == '\n';
            start = end + (isPair ? 2 : 1);
        }
        return out.toBytes();
    }

    /** Adds the fields between two positions to a list, and returns the position of the body. */
    private static int scan(byte[] octets, int from, int to, List<Field> fields) {
        var seen = new HashSet<String>();
        var at = from;
        while (at < to) {
            var end = HeaderSection.lineEnd(octets, at, to);
            if (HeaderSection.withoutEnd(octets, at, end) == at) {
                return end;
            }
            end = foldedEnd(octets, end, to);
            if (end - from > HeaderSection.MAX_BYTES || fields.size() == HeaderSection.MAX_FIELDS) {
                throw new IllegalArgumentException("The header of the message is too long");
            }
            var parsed = HeaderSection.of(octets, at, end).fields();
            if (parsed.size() != 1) {
                throw new IllegalArgumentException("The header of the message has a line that is no field");
            }
            var field = new Field(parsed.get(0).name(), parsed.get(0).value(), at, end);
            if (!seen.add(field.name().toLowerCase(Locale.ROOT))
                    && ONCE.contains(field.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The header of the message has two fields " + field.name());
            }
            fields.add(field);
            at = end;
        }
        return to;
    }

    private static int foldedEnd(byte[] octets, int end, int to) {
        var last = end;
        while (last < to && (octets[last] == ' ' || octets[last] == '\t')) {
            last = HeaderSection.lineEnd(octets, last, to);
        }
        return last;
    }

    /** Returns the values of all fields of a name, unfolded, encoded words undecoded. */
    public List<String> all(String name) {
        return fields.stream().filter(field -> field.is(name)).map(Field::value).toList();
    }

    /** Returns the first value of a name. */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** Returns the names of all fields, in their order. */
    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /** Returns whether a part of the message says that it is an attachment (RFC 2183 §2.2). */
    public boolean hasAttachments() {
        for (var at = bodyAt; at < message.length; ) {
            var end = HeaderSection.lineEnd(message, at, message.length);
            if ((message[at] | 0x20) == 'c'
                    && isAttachment(new String(message, at, end - at, StandardCharsets.ISO_8859_1))) {
                return true;
            }
            at = end;
        }
        return false;
    }

    private static boolean isAttachment(String line) {
        return ATTACHMENT.matcher(line).lookingAt();
    }

    /**
     * Returns the message with fields before the others and without some. A field with characters outside ASCII is encoded (RFC
     * 2047, in parameters RFC 2231) but for its addresses, so that as many servers as possible can take the message; all other
     * octets stay as they are.
     *
     * @param dropped tells by its name whether a field is left out
     */
    public byte[] with(List<Header> before, Predicate<String> dropped) {
        var out = new ByteBuilder(message.length + 512);
        before.forEach(field -> HeaderField.text(out, field.name(), field.value()));
        for (var field : fields) {
            if (!dropped.test(field.name())) {
                write(field, out);
            }
        }
        return out.endLine().add(message, bodyAt, message.length - bodyAt).toBytes();
    }

    private void write(Field field, ByteBuilder out) {
        for (var at = field.from(); at < field.to(); at++) {
            if (message[at] < 0) {
                writeEncoded(field, out);
                return;
            }
        }
        out.add(message, field.from(), field.to() - field.from());
    }

    private void writeEncoded(Field field, ByteBuilder out) {
        if (ParameterField.is(field.name())) {
            writeParameters(field, out);
            return;
        }
        var addresses = AddressField.parse(field.value());
        if (OF_ADDRESSES.contains(field.name().toLowerCase(Locale.ROOT)) && addresses.isComplete()) {
            HeaderField.mailboxes(out, field.name(), addresses.mailboxes());
        } else {
            HeaderField.text(out, field.name(), field.value());
        }
    }

    /** A field of parameters that cannot be read stays as it is. */
    private void writeParameters(Field field, ByteBuilder out) {
        ParameterField.ascii(field.name(), field.value())
                .ifPresentOrElse(
                        value -> HeaderField.plain(out, field.name(), value),
                        () -> out.add(message, field.from(), field.to() - field.from()));
    }
}
