package io.godwit.smtp.message;

import java.util.List;

/**
 * A MIME entity below the message's own header (RFC 2045 §2.4), which writes its Content-* fields, a blank line and its body.
 */
interface MimePart {

    void write(ByteBuilder out);

    static MimePart plainText(MessageText text) {
        return out -> text.write("plain", out);
    }

    static MimePart html(MessageText html) {
        return out -> html.write("html", out);
    }

    /** A text in UTF-8. */
    record Text(String subtype, byte[] content) implements MimePart {

        @Override
        public void write(ByteBuilder out) {
            var encoding = TransferEncoding.forText(content);
            head(subtype, encoding, out);
            encoding.encode(encoding == TransferEncoding.BASE64 ? canonical(content) : content, out);
        }

        static void head(String subtype, TransferEncoding encoding, ByteBuilder out) {
            HeaderField.plain(out, "Content-Type", "text/" + subtype + "; charset=UTF-8");
            HeaderField.plain(out, "Content-Transfer-Encoding", encoding.word());
            out.endLine();
        }

        /** Ends lines of a text with CR LF before they are encoded (RFC 2045 §6.8). */
        private static byte[] canonical(byte[] text) {
            var lines = new ByteBuilder(text.length + text.length / 32);
            for (var at = 0; at < text.length; at++) {
                if (text[at] == '\n' && (at == 0 || text[at - 1] != '\r')) {
                    lines.add('\r');
                }
                lines.add(text[at]);
            }
            return lines.toBytes();
        }
    }

    /** A file; an inline one can be named by {@code cid:}. */
    record File(Attachment attachment) implements MimePart {

        @Override
        public void write(ByteBuilder out) {
            var asMessage = AttachedMessage.canTravel(attachment);
            var encoding = asMessage ? TransferEncoding.SEVEN_BIT : TransferEncoding.BASE64;
            AttachmentHeader.write(out, attachment, asMessage);
            HeaderField.plain(out, "Content-Transfer-Encoding", encoding.word());
            out.endLine();
            encoding.encode(attachment.bytes(), out);
        }
    }

    /** Several parts. The boundary cannot occur in them: no 7bit part starts a line with a hyphen. */
    record Multi(String subtype, String parameters, String boundary, List<MimePart> parts) implements MimePart {

        @Override
        public void write(ByteBuilder out) {
            out.ascii("Content-Type: multipart/" + subtype + ";" + parameters).endLine();
            out.line("\tboundary=\"" + boundary + "\"").endLine();
            for (var part : parts) {
                out.endLine().line("--" + boundary);
                part.write(out);
            }
            out.endLine().line("--" + boundary + "--");
        }
    }
}
