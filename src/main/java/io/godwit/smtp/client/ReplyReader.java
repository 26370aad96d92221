package io.godwit.smtp.client;

import io.godwit.smtp.SmtpReply;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Cuts the bytes a server sends into replies (RFC 5321 §4.2). All lines of a reply are kept, up to {@value #MAX_LINES}: the
 * first ones and the last, because some servers write the reason there. Text is UTF-8, or Latin-1 where it is not.
 */
final class ReplyReader {

    /** Max lines kept of a reply; the others are read and dropped. */
    static final int MAX_LINES = 64;

    /** Max octets of a reply; a longer one is nonsense. */
    static final int MAX_OCTETS = 64 * 1024;

    private static final int CODE = 3;

    private byte[] octets = new byte[1024];
    private int start;

    /** The octets up to here are known to contain no line end. */
    private int searched;

    private int end;
    private int replyOctets;
    private List<String> lines = new ArrayList<>();

    /** Signals bytes that are no reply. */
    static final class MalformedReplyException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        MalformedReplyException(String sentence) {
            super(sentence, null, false, false);
        }
    }

    void add(Buffer bytes) {
        var length = bytes.length();
        if (end + length > octets.length) {
            var unread = end - start;
            octets = Arrays.copyOfRange(octets, start, start + Math.max(octets.length, 2 * (unread + length)));
            searched -= start;
            start = 0;
            end = unread;
        }
        bytes.getBytes(octets, end);
        end += length;
    }

    /** Returns whether bytes have come that belong to no reply returned so far. */
    boolean hasUnread() {
        return start < end || !lines.isEmpty();
    }

    /** Forgets everything unread (RFC 3207 §4.2). */
    void clear() {
        start = end;
        startReply();
    }

    /** Returns the next complete reply; empty until there is one. Fails with a {@link MalformedReplyException}. */
    Optional<SmtpReply> next() {
        for (var lineEnd = lineEnd(); lineEnd >= 0; lineEnd = lineEnd()) {
            var from = start;
            start = lineEnd + 1;
            searched = start;
            countOctets(start - from);
            var to = withoutReturn(from, lineEnd);
            var code = code(from, to);
            keep(text(Math.min(from + CODE + 1, to), to));
            if (to - from == CODE || octets[from + CODE] == ' ') {
                return Optional.of(reply(code));
            }
        }
        if (replyOctets + end - start > MAX_OCTETS) {
            throw new MalformedReplyException("The mail server's reply is too long");
        }
        return Optional.empty();
    }

    /** Looks at each octet once, however small the pieces are in which a line comes. */
    private int lineEnd() {
        for (; searched < end; searched++) {
            if (octets[searched] == '\n') {
                return searched;
            }
        }
        return -1;
    }

    private int withoutReturn(int from, int lineEnd) {
        var to = lineEnd;
        while (to > from && octets[to - 1] == '\r') {
            to--;
        }
        return to;
    }

    private void countOctets(int count) {
        replyOctets += count;
        if (replyOctets > MAX_OCTETS) {
            throw new MalformedReplyException("The mail server's reply is too long");
        }
    }

    private int code(int from, int to) {
        if (to - from < CODE
                || !isDigit(octets[from], '2', '5')
                || !isDigit(octets[from + 1], '0', '9')
                || !isDigit(octets[from + 2], '0', '9')
                || (to - from > CODE && octets[from + CODE] != ' ' && octets[from + CODE] != '-')) {
            throw new MalformedReplyException("The mail server answered something that is no reply to the command");
        }
        return 100 * (octets[from] - '0') + 10 * (octets[from + 1] - '0') + octets[from + 2] - '0';
    }

    private static boolean isDigit(byte octet, char lowest, char highest) {
        return octet >= lowest && octet <= highest;
    }

    private String text(int from, int to) {
        for (var at = from; at < to; at++) {
            if (octets[at] < 0) {
                return decoded(from, to);
            }
        }
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private String decoded(int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets, from, to - from))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
        }
    }

    private void keep(String text) {
        if (lines.size() == MAX_LINES) {
            lines.set(MAX_LINES - 1, text);
        } else {
            lines.add(text);
        }
    }

    private SmtpReply reply(int code) {
        var reply = SmtpReply.of(code, lines);
        startReply();
        return reply;
    }

    private void startReply() {
        lines = new ArrayList<>();
        replyOctets = 0;
        if (start == end) {
            start = 0;
            searched = 0;
            end = 0;
        }
    }
}
