package io.godwit.sending.api;

import io.godwit.web.JsonBody;
import java.util.Base64;

/** Decodes Base64 in a request (RFC 4648 §4); line breaks are accepted, because many encoders write them. */
final class Base64Decoder {

    private static final byte[] NOTHING = {};

    private Base64Decoder() {}

    /** Decodes a required member; an empty text is a file of no bytes. */
    static byte[] decode(JsonBody body, String field) {
        var text = body.text(field, 0, Integer.MAX_VALUE);
        try {
            return Base64.getDecoder().decode(withoutLineBreaks(text));
        } catch (IllegalArgumentException notBase64) {
            body.issue(field, "invalid_string", "Expected base64");
            return NOTHING;
        }
    }

    private static String withoutLineBreaks(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.replace("\r", "").replace("\n", "");
    }
}
