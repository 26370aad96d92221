package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** As much of S3 as keeping objects takes, by path: {@code PUT}, {@code DELETE} and lists of objects, signed with SigV4. */
public final class ObjectStore implements AutoCloseable {

    public static final String ACCESS_KEY = "AKIDEXAMPLE";
    public static final String REGION = "eu-test-1";

    public static final String SECRET_KEY = "canary-secret";

    private static final SigV4 SIGNATURES = new SigV4(ACCESS_KEY, SECRET_KEY, REGION);

    /** One kept object and what was said of it. */
    public record Kept(byte[] content, String contentType, String cacheControl) {}

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Kept> pathToObject = new ConcurrentHashMap<>();
    private final List<String> unsigned = new CopyOnWriteArrayList<>();
    private final List<String> sessionTokens = new CopyOnWriteArrayList<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private final HttpServer server;

    private ObjectStore() {
        server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .await();
    }

    public static ObjectStore start() {
        return new ObjectStore();
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** The settings of a node that keeps its images here, without credentials; the public address ends with a slash, as people write it. */
    public Map<String, String> bucket() {
        return Map.of(
                "GODWIT_UPLOADS_S3_BUCKET",
                "images",
                "GODWIT_UPLOADS_S3_REGION",
                REGION,
                "GODWIT_UPLOADS_S3_ENDPOINT",
                url(),
                "GODWIT_UPLOADS_S3_PUBLIC_URL",
                "https://cdn.example.org/images/");
    }

    /** The same with credentials. */
    public Map<String, String> settings() {
        var settings = new HashMap<>(bucket());
        settings.put("GODWIT_UPLOADS_S3_ACCESS_KEY", ACCESS_KEY);
        settings.put("GODWIT_UPLOADS_S3_SECRET_KEY", SECRET_KEY);
        return settings;
    }

    /** The stored objects, by {@code /bucket/key}. */
    public Map<String, Kept> objects() {
        return Map.copyOf(pathToObject);
    }

    /** Requests that whoever knows {@link #SECRET_KEY} has not signed. */
    public List<String> unsigned() {
        return List.copyOf(unsigned);
    }

    /** The session tokens of requests with temporary credentials. */
    public List<String> sessionTokens() {
        return List.copyOf(sessionTokens);
    }

    /** 200 serves; anything else is answered to everybody; 0 answers nothing at all. */
    public void answer(int newStatus) {
        status.set(newStatus);
    }

    private void take(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body));
    }

    private void answer(HttpServerRequest request, Buffer body) {
        if (status.get() == 0) {
            return;
        }
        if (!SIGNATURES.signed(request, body.getBytes())) {
            unsigned.add(request.method() + " " + request.path());
        }
        Optional.ofNullable(request.getHeader("x-amz-security-token")).ifPresent(sessionTokens::add);
        if (status.get() == 200) {
            carryOut(request, body);
        }
        request.response()
                .setStatusCode(status.get())
                .end(request.method().equals(HttpMethod.GET) ? list(request) : "");
    }

    /** The keys of a bucket in their order, as ListObjectsV2 answers them. */
    private String list(HttpServerRequest request) {
        var bucket = request.path().replaceAll("/$", "") + "/";
        var keys = pathToObject.keySet().stream()
                .filter(path -> path.startsWith(bucket))
                .map(path -> path.substring(bucket.length()))
                .filter(key -> key.startsWith(request.getParam("prefix", "")))
                .filter(key -> key.compareTo(request.getParam("start-after", "")) > 0)
                .sorted()
                .limit(Integer.parseInt(request.getParam("max-keys", "1000")))
                .map(key -> "<Contents><Key>" + key + "</Key></Contents>")
                .collect(Collectors.joining());
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult>" + keys + "</ListBucketResult>";
    }

    private void carryOut(HttpServerRequest request, Buffer body) {
        if (request.method().equals(HttpMethod.PUT)) {
            pathToObject.put(
                    request.path(),
                    new Kept(body.getBytes(), request.getHeader("content-type"), request.getHeader("cache-control")));
        } else if (request.method().equals(HttpMethod.DELETE)) {
            pathToObject.remove(request.path());
        }
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
