package io.godwit.kit.api;

import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

/** Calls of one project about contacts and segments. */
public record SegmentApi(TestServer server, int project) {

    public HttpResponse<String> call(String method, String path, JsonObject body) {
        return server.call(method, path, server.secretKey(project), body.isEmpty() ? "" : body.encode());
    }

    public HttpResponse<String> post(String path, JsonObject body) {
        return call("POST", path, body);
    }

    public JsonObject posted(String path, JsonObject body) {
        return json(post(path, body));
    }

    public JsonObject got(String path) {
        return json(call("GET", path, new JsonObject()));
    }

    public static JsonObject json(HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return answer.body().isEmpty() ? new JsonObject() : new JsonObject(answer.body());
    }

    public String contact(String email, JsonObject data) {
        return posted("/contacts", new JsonObject().put("email", email).put("data", data))
                .getString("id");
    }

    /** An address nobody has. */
    public static String address() {
        return "c" + UUID.randomUUID() + "@example.com";
    }

    public static JsonObject condition(String field, String operator, Object value) {
        return new JsonObject().put("field", field).put("operator", operator).put("value", value);
    }

    public static JsonObject all(JsonObject... conditions) {
        return new JsonObject().put("operator", "AND").put("conditions", new JsonArray(List.of(conditions)));
    }

    public static JsonObject segment(String name, JsonObject filters) {
        return new JsonObject().put("name", name).put("filters", filters);
    }

    /** Contacts whose {@code data.group} is this. */
    public static JsonObject group(String group) {
        return all(condition("data.group", "equals", group));
    }

    public String made(JsonObject segment) {
        return posted("/segments", segment).getString("id");
    }

    public List<String> members(String segment) {
        return got("/segments/" + segment + "/contacts").getJsonArray("data").stream()
                .map(member -> ((JsonObject) member).getString("email"))
                .toList();
    }

    public JsonObject computed(String segment) {
        return posted("/segments/" + segment + "/compute", new JsonObject());
    }

    /** {@code name email} of each event about the segment, sorted. */
    public List<String> events(String segment) {
        return server
                .database()
                .query(
                        "SELECT name || ' ' || email AS told FROM events JOIN contacts ON contacts.project_id = events.project_id"
                                + " AND contacts.id = contact_id WHERE events.data ->> 'segmentId' = ? ORDER BY 1",
                        segment)
                .stream()
                .map(row -> (String) row.get("told"))
                .toList();
    }
}
