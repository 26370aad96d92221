package io.godwit.smtp.message;

import java.util.Base64;

/** The encoding of a part's octets for a wire that carries only short lines of ASCII (RFC 2045 §6). */
enum TransferEncoding {
    SEVEN_BIT("7bit") {
        @Override
        void encode(byte[] content, ByteBuilder out) {
            var from = 0;
            for (var at = 0; at < content.length; at++) {
                if (content[at] == '\n' || content[at] == '\r') {
                    out.add(content, from, at - from);
                    from = at + 1;
                    if (content[at] == '\n') {
                        out.endLine();
                    }
                }
            }
            out.add(content, from, content.length - from);
        }
    },
    QUOTED_PRINTABLE("quoted-printable") {
        @Override
        void encode(byte[] content, ByteBuilder out) {
            QuotedPrintableEncoder.encode(content, out);
        }
    },
    BASE64("base64") {
        @Override
        void encode(byte[] content, ByteBuilder out) {
            out.add(Base64.getMimeEncoder(76, new byte[] {'\r', '\n'}).encode(content));
        }
    };

    /** Max octets of a line that is not encoded, though 998 are allowed (RFC 5322 §2.1.1): relays add to them. */
    private static final int MAX_PLAIN_LINE = 990;

    private final String word;

    TransferEncoding(String word) {
        this.word = word;
    }

    /** Returns the value of Content-Transfer-Encoding. */
    String word() {
        return word;
    }

    /** Encodes the content; 7bit and quoted-printable write LF as a line end; base64 keeps every octet. */
    abstract void encode(byte[] content, ByteBuilder out);

    /**
     * Chooses 7bit where no relay would alter the text, base64 where quoting would be longer, quoted-printable for the rest.
     */
    static TransferEncoding forText(byte[] text) {
        var quoted = 0;
        var fragile = false;
        var column = 0;
        for (var at = 0; at < text.length; at++) {
            var octet = text[at];
            if (octet <= '\r' && QuotedPrintableEncoder.isLineEnd(text, at)) {
                at += octet == '\r' ? 1 : 0;
                column = 0;
                continue;
            }
            fragile |= column == 0 && (octet == '.' || octet == '-' || QuotedPrintableEncoder.startsFrom(text, at));
            fragile |= ++column > MAX_PLAIN_LINE;
            quoted += (octet < ' ' && octet != '\t') || octet == 127 ? 1 : 0;
        }
        if (quoted == 0 && !fragile) {
            return SEVEN_BIT;
        }
        return quoted > text.length / 6 + 16 ? BASE64 : QUOTED_PRINTABLE;
    }
}
