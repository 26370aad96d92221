package io.godwit.kit;

import io.godwit.kit.api.ApiContract;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A caller of the API: JSON in, JSON out, a key in between. Safe to share between threads. */
public final class ApiClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private final String baseUrl;

    public ApiClient(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** An answer; {@code body} is empty unless it is a JSON object. */
    public record Response(int status, HttpHeaders headers, String text, JsonObject body) {

        public boolean isOk() {
            return status / 100 == 2;
        }
    }

    public Response post(String path, String key, JsonObject body) {
        return post(path, key, body, Map.of());
    }

    /**
     * The same with more headers.
     *
     * @param headers beside the key and the content type, such as {@code Idempotency-Key}
     */
    public Response post(String path, String key, JsonObject body, Map<String, String> headers) {
        var request = request(path, key).header("Content-Type", "application/json");
        headers.forEach(request::header);
        return exchange(request.POST(BodyPublishers.ofString(body.encode())));
    }

    /** A file as a form sends it. */
    public record File(String field, String name, String contentType, byte[] bytes) {}

    /** Posts a form with one file; {@code headers} are beside the key and the content type. */
    public Response upload(String path, String key, File file, Map<String, String> headers) {
        return upload(path, key, file, headers, Map.of());
    }

    /** The same with other fields of the form before the file. */
    public Response upload(
            String path, String key, File file, Map<String, String> headers, Map<String, String> fields) {
        var boundary = "godwit-" + Long.toHexString(System.nanoTime());
        var head = new StringBuilder();
        fields.forEach((name, value) -> head.append("--" + boundary + "\r\nContent-Disposition: form-data; name=\""
                + name + "\"\r\n\r\n" + value + "\r\n"));
        head.append("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + file.field() + "\"; filename=\""
                + file.name() + "\"\r\nContent-Type: " + file.contentType() + "\r\n\r\n");
        var body = BodyPublishers.concat(
                BodyPublishers.ofString(head.toString()),
                BodyPublishers.ofByteArray(file.bytes()),
                BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
        var request = request(path, key).header("Content-Type", "multipart/form-data; boundary=" + boundary);
        headers.forEach(request::header);
        return exchange(request.POST(body));
    }

    public Response get(String path, String key) {
        return exchange(request(path, key));
    }

    /** Returns whether the node says that it takes requests. */
    public boolean isReady() {
        try {
            return exchange(HttpRequest.newBuilder(URI.create(baseUrl + "/health/ready"))
                                    .timeout(Duration.ofSeconds(5)))
                            .status()
                    == 200;
        } catch (UncheckedIOException notListening) {
            return false;
        }
    }

    private HttpRequest.Builder request(String path, String key) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + key);
    }

    /** Fails with an {@link UncheckedIOException} when there is no answer: what became of the request is not known then. */
    private Response exchange(HttpRequest.Builder request) {
        try {
            var answer = ApiContract.checked(http.send(request.build(), BodyHandlers.ofString()));
            return new Response(answer.statusCode(), answer.headers(), answer.body(), json(answer.body()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(interrupted));
        }
    }

    private static JsonObject json(String text) {
        return text.startsWith("{") ? new JsonObject(text) : new JsonObject();
    }

    /** The pause between two looks at something that takes its time. */
    static void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
