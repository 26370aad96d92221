package io.godwit.bench.load;

import java.nio.charset.StandardCharsets;

/**
 * A request with places for numbers: {@value #KEY} becomes a number that may repeat (whom it is about), {@value #SERIAL} one
 * that never does. Both are as long as the number, so the length of the body is known.
 */
public record RequestShape(String path, String key, String body) {

    public static final String KEY = "##########";
    public static final String SERIAL = "@@@@@@@@@@";

    /** The whole request as it goes over the wire. */
    byte[] encoded(String host) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var head = "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }
}
