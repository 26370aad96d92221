package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Somebody at a browser: it keeps the session's cookie and says where its requests come from. */
final class Person {

    private final TestServer server;
    private final String email;
    private final String password;
    private String cookie = "";

    Person(TestServer server, String email, String password) {
        this.server = server;
        this.email = email;
        this.password = password;
    }

    static Person signedUp(TestServer server, String email) {
        var person = new Person(server, email, "a password of " + email);
        assertThat(person.signUp().body()).contains("\"success\":true");
        return person;
    }

    /** The owner of the demo projects, signed in. */
    static Person demo(TestServer server) {
        var person = new Person(server, "demo@example.test", server.password());
        assertThat(person.signIn().body()).contains("\"success\":true");
        return person;
    }

    HttpResponse<String> signUp() {
        return keeping(post("/auth/signup", credentials(password)));
    }

    HttpResponse<String> signIn() {
        return signIn(password);
    }

    HttpResponse<String> signIn(String tried) {
        return keeping(post("/auth/login", credentials(tried)));
    }

    HttpResponse<String> signOut() {
        return get("/auth/logout");
    }

    /** Accepts every invitation to a project by a click. */
    void acceptInvitations() {
        var offered = new JsonObject(get("/users/@me/invitations").body()).getJsonArray("data");
        assertThat(offered).isNotEmpty();
        for (var one : offered) {
            var path = "/users/@me/invitations/" + ((JsonObject) one).getString("id") + "/accept";
            assertThat(post(path, new JsonObject()).statusCode()).isEqualTo(200);
        }
    }

    String email() {
        return email;
    }

    String password() {
        return password;
    }

    /** {@code godwit_session=…}; empty when there is none. */
    String cookie() {
        return cookie;
    }

    Person withCookie(String other) {
        var person = new Person(server, email, password);
        person.cookie = other;
        return person;
    }

    String id() {
        return new JsonObject(get("/users/@me").body()).getString("id");
    }

    private JsonObject credentials(String tried) {
        return new JsonObject().put("email", email).put("password", tried);
    }

    HttpResponse<String> get(String path) {
        return call("GET", path, "");
    }

    HttpResponse<String> post(String path, JsonObject body) {
        return call("POST", path, body.encode());
    }

    /** The headers, names and values by turns, come beside cookie and origin; an empty origin is left out. */
    HttpResponse<String> call(String method, String path, String body, String... headers) {
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
    HttpResponse<String> in(String project, String method, String path, String body) {
        return call(method, path, body, "X-Project-Id", project);
    }

    HttpResponse<String> keeping(HttpResponse<String> answer) {
        setCookie(answer).ifPresent(given -> cookie = given.split(";", 2)[0]);
        return answer;
    }

    static Optional<String> setCookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie");
    }
}
