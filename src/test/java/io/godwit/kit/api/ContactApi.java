package io.godwit.kit.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The calls about contacts of one project of a server. */
public record ContactApi(TestServer server, String projectId, String key, String domain) {

    /** A demo project, which can send. */
    public static ContactApi ofDemo(TestServer server, int project) {
        return new ContactApi(server, server.projectId(project), server.secretKey(project), server.domain(project));
    }

    /** A new project without a domain, which cannot. */
    public static ContactApi ofNewProject(TestServer server) {
        var id = UUID.randomUUID();
        var key = "sk_" + id.toString().replace("-", "").repeat(2);
        server.database().query("""
                        WITH project AS (INSERT INTO projects (id, name) VALUES (?, 'Test') RETURNING id)
                        INSERT INTO api_keys (project_id, id, kind, hash, encrypted)
                        SELECT id, id, 'SECRET', sha256(?::text::bytea), '' FROM project
                        """, id, key);
        return new ContactApi(server, id.toString(), key, "none.test");
    }

    public HttpResponse<String> call(String method, String path, JsonObject body) {
        return server.call(method, path, key(), body.encode());
    }

    /** The body of a call that succeeds. */
    public JsonObject ok(String method, String path, JsonObject body) {
        return read(server.call(method, path, key(), body.isEmpty() ? "" : body.encode()));
    }

    public JsonObject get(String path) {
        return ok("GET", path, new JsonObject());
    }

    private static JsonObject read(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 202);
        return new JsonObject(answer.body());
    }

    /** Creates or updates by {@code POST /contacts}. */
    public JsonObject post(String email, Object... data) {
        return ok("POST", "/contacts", new JsonObject().put("email", email).put("data", data(data)));
    }

    /** Creates a contact that has said no; answers its id. */
    public String optedOut(String email) {
        var body = new JsonObject().put("email", email).put("subscribed", false);
        return ok("POST", "/contacts", body).getString("id");
    }

    /** Leaves of the address only that it has said no. */
    public void erased(String email) {
        call("DELETE", "/contacts/" + optedOut(email), new JsonObject());
    }

    public boolean isSubscribed(String email) {
        return byEmail(email).getBoolean("subscribed");
    }

    public JsonObject track(String email, Object... data) {
        return ok(
                "POST",
                "/v1/track",
                new JsonObject().put("email", email).put("event", "used").put("data", data(data)));
    }

    public JsonObject send(String email, Object... data) {
        return ok("POST", "/v1/send", mail(email).put("data", data(data)));
    }

    public JsonObject mail(String email) {
        return new JsonObject()
                .put("to", email)
                .put("from", "hello@" + domain)
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    /** Names and values by turns. */
    public static JsonObject data(Object... members) {
        var data = new JsonObject();
        for (var at = 0; at < members.length; at += 2) {
            data.put((String) members[at], members[at + 1]);
        }
        return data;
    }

    public JsonObject byEmail(String email) {
        return get("/contacts/by-email/" + escaped(email));
    }

    /** The data of the contact with this address. */
    public Map<String, Object> dataOf(String email) {
        return byEmail(email).getJsonObject("data").getMap();
    }

    /** The addresses of one page, in its order. */
    public List<String> emails(String query) {
        return emails(get("/contacts?" + query));
    }

    public static List<String> emails(JsonObject page) {
        return objects(page.getJsonArray("data")).stream()
                .map(contact -> contact.getString("email"))
                .toList();
    }

    /** The addresses of all pages. */
    public List<String> allPages(String query) {
        var emails = new ArrayList<String>();
        var page = get("/contacts?" + query);
        emails.addAll(emails(page));
        while (page.getBoolean("hasMore")) {
            page = get("/contacts?" + query + "&cursor=" + page.getString("cursor"));
            assertThat(page.getLong("total")).isZero();
            emails.addAll(emails(page));
        }
        assertThat(page.getString("cursor")).isNull();
        return emails;
    }

    /** Each field's descriptor by its name. */
    public JsonObject field(String name) {
        return objects(get("/contacts/fields").getJsonArray("fields")).stream()
                .filter(field -> field.getString("field").equals(name))
                .findFirst()
                .orElse(new JsonObject());
    }

    public static List<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }

    public static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The names of a contact's events in the order they happened. */
    public List<Object> events(String contact) {
        return server
                .database()
                .query("SELECT name FROM events WHERE contact_id = ?::uuid ORDER BY id", contact)
                .stream()
                .map(row -> row.get("name"))
                .toList();
    }
}
