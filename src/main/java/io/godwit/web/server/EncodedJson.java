package io.godwit.web.server;

import io.godwit.web.ApiResponse;
import io.godwit.web.ChunkedBody;
import io.godwit.web.FileBody;
import io.godwit.web.body.JsonWriter;

/** The body of an answer after it was written as JSON, and before its headers are. */
record EncodedJson(byte[] bytes) {

    /**
     * Writes the body of an answer that is to be JSON; others stay as they are. Throws when the body cannot be written, as long
     * as another answer can still be given.
     */
    static ApiResponse of(ApiResponse response) {
        var body = response.body();
        if (body == null || isReady(body)) {
            return response;
        }
        return new ApiResponse(response.status(), new EncodedJson(JsonWriter.bytes(body)), response.headers());
    }

    private static boolean isReady(Object body) {
        return body instanceof byte[]
                || body instanceof String
                || body instanceof FileBody
                || body instanceof ChunkedBody;
    }
}
