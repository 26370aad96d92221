package io.godwit.domains;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** A request that names a sender or a domain. */
record SenderProbe(String method, String path, JsonObject body) {

    static SenderProbe post(String path, JsonObject body) {
        return new SenderProbe("POST", path, body);
    }

    static JsonObject template(String from) {
        return new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("type", "TRANSACTIONAL")
                .put("from", from);
    }

    static JsonObject campaign(String from) {
        return new JsonObject()
                .put("name", "July")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", from)
                .put("audienceType", "ALL");
    }

    static JsonObject email(Object from) {
        return new JsonObject()
                .put("to", "ada@example.org")
                .put("from", from)
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    /** The project adds the domain, which it may, and removes it; {@code own} stands for its id there. */
    static List<SenderProbe> lifeOf(String domain) {
        var added = new JsonObject().put("domain", domain);
        return List.of(
                post("/domains", added),
                post("/domains", added),
                new SenderProbe("GET", "/domains/own", new JsonObject()),
                new SenderProbe("GET", "/domains/own/verify", new JsonObject()),
                post("/v1/send", email("shop@" + domain)),
                new SenderProbe("GET", "/search?q=" + domain, new JsonObject()),
                post("/domains/own/keys", new JsonObject()),
                new SenderProbe("GET", "/domains/project/any", new JsonObject()),
                new SenderProbe("DELETE", "/domains/own", new JsonObject()));
    }
}
