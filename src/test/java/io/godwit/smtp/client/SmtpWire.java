package io.godwit.smtp.client;

import io.godwit.smtp.SmtpReply;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lets tests of other packages read and write the octets of an SMTP connection as the client does. */
public final class SmtpWire {

    private SmtpWire() {}

    /**
     * The replies in the octets of a server.
     *
     * @param malformed whether the octets behind them are no reply
     */
    public record ReadReplies(List<SmtpReply> replies, boolean malformed) {}

    /** Reads the replies in octets that come in pieces of this size. */
    public static ReadReplies replies(byte[] octets, int piece) {
        var reader = new ReplyReader();
        var replies = new ArrayList<SmtpReply>();
        try {
            for (var at = 0; at < octets.length; at += piece) {
                reader.add(Buffer.buffer(Arrays.copyOfRange(octets, at, Math.min(octets.length, at + piece))));
                for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                    replies.add(next.get());
                }
            }
            return new ReadReplies(replies, false);
        } catch (ReplyReader.MalformedReplyException malformed) {
            return new ReadReplies(replies, true);
        }
    }

    /** Returns whether CR and LF stand only together. */
    public static boolean lineEndsComplete(byte[] message) {
        return MessageData.of(message).lineEndsComplete();
    }

    /** Writes a message in the form of DATA, in pieces of this size. */
    public static byte[] data(byte[] message, int piece) {
        var data = MessageData.of(message);
        var out = Buffer.buffer();
        do {
            data.appendTo(out, piece);
        } while (!data.isWritten());
        return out.getBytes();
    }
}
