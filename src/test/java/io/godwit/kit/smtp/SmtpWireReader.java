package io.godwit.kit.smtp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Cuts what a client sends into command lines and messages. Only CR LF ends a line, only CR LF dot CR LF a message. */
final class SmtpWireReader {

    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};

    private final boolean keeps;
    private byte[] bytes = new byte[1 << 14];
    private int start;
    private int end;
    private boolean inData;
    private int matched;
    private ByteArrayOutputStream message = new ByteArrayOutputStream();

    SmtpWireReader(boolean keeps) {
        this.keeps = keeps;
    }

    void add(byte[] more) {
        if (end + more.length > bytes.length) {
            bytes = Arrays.copyOf(
                    Arrays.copyOfRange(bytes, start, end), Math.max(bytes.length, 2 * (end - start + more.length)));
            end -= start;
            start = 0;
        }
        System.arraycopy(more, 0, bytes, end, more.length);
        end += more.length;
    }

    /** Returns whether everything that came has been cut. */
    boolean isEmpty() {
        return start == end;
    }

    boolean inData() {
        return inData;
    }

    /** The reply 354 stands for the line end before the first line. */
    void beginData() {
        inData = true;
        matched = 2;
        message = new ByteArrayOutputStream();
    }

    Optional<String> line() {
        for (var at = start; at + 1 < end; at++) {
            if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
                var line = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
                start = at + 2;
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** Empty until the final dot is there; in count-only mode the message is always empty. */
    Optional<byte[]> message() {
        var from = start;
        while (start < end) {
            var octet = bytes[start++];
            if (octet == END[matched]) {
                matched++;
            } else {
                matched = octet == '\r' ? 1 : 0;
            }
            if (matched == END.length) {
                take(from);
                inData = false;
                return Optional.of(unstuffed());
            }
        }
        take(from);
        return Optional.empty();
    }

    private void take(int from) {
        if (keeps) {
            message.write(bytes, from, start - from);
        }
        if (start == end) {
            start = 0;
            end = 0;
        }
    }

    private byte[] unstuffed() {
        if (!keeps) {
            return new byte[0];
        }
        var raw = message.toByteArray();
        var plain = new ByteArrayOutputStream(raw.length);
        for (var at = 0; at < raw.length - 3; at++) {
            var atLineStart = at == 0 || (at > 1 && raw[at - 1] == '\n' && raw[at - 2] == '\r');
            if (raw[at] != '.' || !atLineStart) {
                plain.write(raw[at]);
            }
        }
        return plain.toByteArray();
    }
}
