package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * GitHub as far as an OAuth app sees it (docs.github.com, "Authorizing OAuth apps"): its page says yes at once, a code is
 * good once and for whoever knows the verifier, and errors of the token endpoint come with 200.
 */
public final class GitHubDouble implements AutoCloseable {

    public static final String CLIENT = "Iv1.double";
    public static final String SECRET = "canary-github-secret";

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final Map<String, String> codeToChallenge = new ConcurrentHashMap<>();
    private final Map<String, Account> tokenToAccount = new ConcurrentHashMap<>();
    private volatile Account account = new Account(1, "nobody", new JsonArray());

    private record Account(long id, String login, JsonArray emails) {}

    private GitHubDouble() {
        server = vertx.createHttpServer()
                .requestHandler(this::answer)
                .listen(0, "localhost")
                .await();
    }

    public static GitHubDouble start() {
        return new GitHubDouble();
    }

    public String url() {
        return "http://localhost:" + server.actualPort();
    }

    /** Sets the user who is signed in there from now on. */
    public void signIn(long id, String login, String email, boolean verified) {
        account = new Account(
                id,
                login,
                new JsonArray().add(email("second-" + email, false, true)).add(email(email, true, verified)));
    }

    private static JsonObject email(String email, boolean primary, boolean verified) {
        return new JsonObject()
                .put("email", email)
                .put("primary", primary)
                .put("verified", verified)
                .putNull("visibility");
    }

    private void answer(HttpServerRequest request) {
        switch (request.method() + " " + request.path()) {
            case "GET /login/oauth/authorize" -> authorize(request);
            case "POST /login/oauth/access_token" -> exchange(request);
            case "GET /api/user" -> tell(request, true);
            case "GET /api/user/emails" -> tell(request, false);
            default -> request.response().setStatusCode(404).end();
        }
    }

    private void authorize(HttpServerRequest request) {
        var code = UUID.randomUUID().toString().replace("-", "").substring(0, 20);
        var right = CLIENT.equals(request.getParam("client_id"))
                && "user:email".equals(request.getParam("scope"))
                && "S256".equals(request.getParam("code_challenge_method"));
        codeToChallenge.put(code, request.getParam("code_challenge", ""));
        request.response()
                .setStatusCode(302)
                .putHeader(
                        "Location",
                        request.getParam("redirect_uri") + "?" + (right ? "code=" + code : "error=bad_request")
                                + "&state=" + URLEncoder.encode(request.getParam("state"), StandardCharsets.UTF_8))
                .end();
    }

    private void exchange(HttpServerRequest request) {
        request.setExpectMultipart(true).endHandler(ignored -> {
            var form = request.formAttributes();
            var challenge = codeToChallenge.remove(String.valueOf(form.get("code")));
            var right = CLIENT.equals(form.get("client_id"))
                    && SECRET.equals(form.get("client_secret"))
                    && hash(String.valueOf(form.get("code_verifier"))).equals(challenge)
                    && String.valueOf(request.getHeader("Accept")).contains("application/json");
            var token = "gho_" + UUID.randomUUID();
            tokenToAccount.put(token, account);
            json(
                    request,
                    right
                            ? new JsonObject()
                                    .put("access_token", token)
                                    .put("scope", "user:email")
                                    .put("token_type", "bearer")
                                    .encode()
                            : new JsonObject()
                                    .put("error", "bad_verification_code")
                                    .encode());
        });
    }

    private void tell(HttpServerRequest request, boolean user) {
        var known = tokenToAccount.get(
                String.valueOf(request.getHeader("Authorization")).replace("Bearer ", ""));
        if (known == null
                || request.getHeader("User-Agent") == null
                || !request.method().equals(HttpMethod.GET)) {
            request.response().setStatusCode(401).end("{\"message\":\"Bad credentials\"}");
        } else if (user) {
            json(
                    request,
                    new JsonObject()
                            .put("id", known.id())
                            .put("login", known.login())
                            .putNull("email")
                            .encode());
        } else {
            json(request, known.emails().encode());
        }
    }

    private static void json(HttpServerRequest request, String body) {
        request.response()
                .putHeader("Content-Type", "application/json; charset=utf-8")
                .end(body);
    }

    private static String hash(String verifier) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
