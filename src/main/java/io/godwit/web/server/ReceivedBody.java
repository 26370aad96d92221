package io.godwit.web.server;

import io.godwit.web.FileField;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Upload;
import io.godwit.web.body.BodyBuffer;
import io.godwit.web.body.JsonReader;
import io.godwit.web.body.MediaType;
import io.godwit.web.body.MultipartParser;
import io.godwit.web.body.QueryParameters;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body of one request: its bytes while they come in, then the members, the file or the bytes that its route reads. */
final class ReceivedBody {

    private final HttpServerRequest request;
    private BodyBuffer buffer = new BodyBuffer();
    private byte @Nullable [] bytes;
    private byte @Nullable [] digest;
    private @Nullable Map<String, @Nullable Object> members;
    private @Nullable Upload upload;
    private @Nullable JsonBody json;
    private boolean digestRetained;

    ReceivedBody(HttpServerRequest request) {
        this.request = request;
    }

    /** The bytes received so far. */
    BodyBuffer buffer() {
        return buffer;
    }

    /** Computes the digest before the bytes are dropped. */
    void keepDigest() {
        digestRetained = true;
    }

    /** Parses a large body and drops its bytes; runs on a worker while the event loop does not touch this request. */
    void parseLarge(RouteTable.Route route) {
        if (route.body().raw()) {
            return;
        }
        if (route.body().file().isPresent()) {
            readForm(route.body().file().get());
            return;
        }
        if (digestRetained) {
            digest = buffer.digest(request.method().name(), request.path());
        }
        members = JsonReader.object(buffer);
        buffer = new BodyBuffer();
    }

    /** Parses a small body, whether the handler wants it or not, so that rubbish is refused everywhere alike. */
    void parse(RouteTable.Route route) {
        if (buffer.size() > 0 && route.body().file().isPresent()) {
            readForm(route.body().file().get());
        } else if (buffer.size() > 0 && route.body().form()) {
            readFields();
        }
        if (members == null && !route.body().raw()) {
            members = buffer.size() == 0 ? Map.of() : JsonReader.object(bytes());
        }
    }

    private void readForm(FileField field) {
        var boundary = MediaType.boundary(request).orElseThrow(MultipartParser::unreadable);
        var form = MultipartParser.read(buffer.bytes(), boundary);
        buffer = new BodyBuffer();
        members = new HashMap<>(form.fields());
        upload = form.file(field);
        if (digestRetained) {
            digest = form.digest(request.method().name(), request.path());
        }
    }

    private void readFields() {
        var boundary = MediaType.boundary(request);
        members = new HashMap<>(
                boundary.isPresent()
                        ? MultipartParser.read(bytes(), boundary.get()).fields()
                        : QueryParameters.fields(new String(bytes(), StandardCharsets.ISO_8859_1)));
    }

    /** The members; the same object at every call, because it knows the names that were asked for. */
    JsonBody json(RouteTable.Route route) {
        parse(route);
        if (json == null) {
            var sent = Objects.requireNonNull(members);
            json = route.body().form() ? JsonBody.of(sent) : JsonBody.sent(sent);
        }
        return json;
    }

    /** The file; fails with a 422 when there is none. */
    Upload upload(RouteTable.Route route) {
        if (upload == null) {
            throw MultipartParser.missing(route.body().file().orElseThrow());
        }
        return upload;
    }

    /** The bytes of a body that was not parsed as a form. */
    byte[] bytes() {
        if (bytes == null) {
            bytes = buffer.bytes();
        }
        return bytes;
    }

    /** The digest of the request's method, path and body, by which a repeated call is known. */
    byte[] digest() {
        if (digest == null) {
            digest = buffer.digest(request.method().name(), request.path());
        }
        return digest;
    }
}
