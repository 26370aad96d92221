package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hands out the temporary credentials of a role as Amazon does: to a container at {@link #CONTAINER} (ECS, EKS Pod Identity) and
 * to a machine by its metadata service, version 2 (EC2). Who does not show the token gets a 401.
 */
public final class RoleCredentials implements AutoCloseable {

    public static final String CONTAINER = "/v2/credentials/a-task";

    /** The token that a container finds in its environment, and the machine asks for. */
    public static final String TOKEN = "canary-token";

    public static final String SESSION = "session-token";

    private static final String ROLES = "/latest/meta-data/iam/security-credentials/";

    private final Vertx vertx = Vertx.vertx();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    private RoleCredentials() {
        server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .await();
    }

    public static RoleCredentials start() {
        return new RoleCredentials();
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** The requests, such as {@code GET /v2/credentials/a-task}. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    private void take(HttpServerRequest request) {
        var what = request.method() + " " + request.path();
        asked.add(what);
        if (what.equals("PUT /latest/api/token")) {
            answer(request, 200, TOKEN);
        } else if (!request.method().equals(HttpMethod.GET) || !hasToken(request)) {
            answer(request, 401, "");
        } else if (request.path().equals(ROLES)) {
            answer(request, 200, "a-role");
        } else if (request.path().equals(CONTAINER) || request.path().equals(ROLES + "a-role")) {
            answer(request, 200, credentials().encode());
        } else {
            answer(request, 404, "");
        }
    }

    private static boolean hasToken(HttpServerRequest request) {
        var header = request.path().equals(CONTAINER) ? "Authorization" : "X-aws-ec2-metadata-token";
        return Optional.ofNullable(request.getHeader(header))
                .filter(TOKEN::equals)
                .isPresent();
    }

    private static JsonObject credentials() {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new JsonObject()
                .put("Code", "Success")
                .put("Type", "AWS-HMAC")
                .put("LastUpdated", now.toString())
                .put("AccessKeyId", ObjectStore.ACCESS_KEY)
                .put("SecretAccessKey", ObjectStore.SECRET_KEY)
                .put("Token", SESSION)
                .put("Expiration", now.plus(Duration.ofHours(6)).toString());
    }

    private static void answer(HttpServerRequest request, int status, String body) {
        request.response()
                .setStatusCode(status)
                .putHeader("X-aws-ec2-metadata-token-ttl-seconds", "21600")
                .end(body);
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
