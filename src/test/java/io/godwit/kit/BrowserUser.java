package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Somebody at a browser: it keeps the session's cookie and says where its requests come from. */
public final class BrowserUser {

    private final TestServer server;
    private final String email;
    private final String password;
    private String cookie = "";

    public BrowserUser(TestServer server, String email, String password) {
        this.server = server;
        this.email = email;
        this.password = password;
    }

    public static BrowserUser signedUp(TestServer server, String email) {
        var person = new BrowserUser(server, email, "a password of " + email);
        assertThat(person.signUp().body()).contains("\"success\":true");
        return person;
    }

    /** The owner of the demo projects, signed in. */
    public static BrowserUser demo(TestServer server) {
        var person = new BrowserUser(server, "demo@example.test", server.password());
        assertThat(person.signIn().body()).contains("\"success\":true");
        return person;
    }

    public HttpResponse<String> signUp() {
        return keeping(post("/auth/signup", credentials(password)));
    }

    public HttpResponse<String> signIn() {
        return signIn(password);
    }

    public HttpResponse<String> signIn(String tried) {
        return keeping(post("/auth/login", credentials(tried)));
    }

    public HttpResponse<String> signOut() {
        return get("/auth/logout");
    }

    /** Accepts every invitation to a project by a click. */
    public void acceptInvitations() {
        var offered = new JsonObject(get("/users/@me/invitations").body()).getJsonArray("data");
        assertThat(offered).isNotEmpty();
        for (var one : offered) {
            var path = "/users/@me/invitations/" + ((JsonObject) one).getString("id") + "/accept";
            assertThat(post(path, new JsonObject()).statusCode()).isEqualTo(200);
        }
    }

    public String email() {
        return email;
    }

    public String password() {
        return password;
    }

    /** {@code godwit_session=…}; empty when there is none. */
    public String cookie() {
        return cookie;
    }

    public BrowserUser withCookie(String other) {
        var person = new BrowserUser(server, email, password);
        person.cookie = other;
        return person;
    }

    public String id() {
        return new JsonObject(get("/users/@me").body()).getString("id");
    }

    private JsonObject credentials(String tried) {
        return new JsonObject().put("email", email).put("password", tried);
    }

    public HttpResponse<String> get(String path) {
        return call("GET", path, "");
    }

    public HttpResponse<String> post(String path, JsonObject body) {
        return call("POST", path, body.encode());
    }

    /** The headers, names and values by turns, come beside cookie and origin; an empty origin is left out. */
    public HttpResponse<String> call(String method, String path, String body, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        var origin = all.indexOf("Origin");
        if (origin < 0) {
            all.addAll(List.of("Origin", server.baseUrl()));
        } else if (all.get(origin + 1).isEmpty()) {
            all.subList(origin, origin + 2).clear();
        }
        if (!cookie.isEmpty()) {
            all.addAll(List.of("Cookie", cookie));
        }
        return server.call(method, path, "", body, all.toArray(String[]::new));
    }

    /** The same in one of the demo projects. */
    public HttpResponse<String> in(String project, String method, String path, String body) {
        return call(method, path, body, "X-Project-Id", project);
    }

    public HttpResponse<String> keeping(HttpResponse<String> answer) {
        setCookie(answer).ifPresent(given -> cookie = given.split(";", 2)[0]);
        return answer;
    }

    public static Optional<String> setCookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie");
    }
}
