package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.EventStream;
import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** A stream at one of two nodes hears of what happens at the other. */
final class LiveClusterIT {

    @Test
    void aPageAtOneNodeHearsOfAnEmailAcceptedByTheOther() {
        try (var nodes = TwoNodes.start()) {
            var project = nodes.project();
            var key = project.getString("secretKey");
            var path = "/projects/" + project.getString("projectId") + "/stream?topics=email,contact";
            var url = "http://localhost:" + nodes.node(1).port() + path;
            try (var stream = EventStream.open(url, "Authorization", "Bearer " + key)) {
                stream.next(event -> event.name().equals("state"));

                var sent = nodes.api(0)
                        .post(
                                "/v1/send",
                                key,
                                new JsonObject()
                                        .put("to", "ada@example.com")
                                        .put("from", "hello@" + project.getString("domain"))
                                        .put("subject", "Hello")
                                        .put("body", "<p>Hello</p>"));
                assertThat(sent.status()).as(sent.text()).isEqualTo(200);
                nodes.api(0).post("/contacts", key, new JsonObject().put("email", "new@example.com"));

                stream.nextChange("email");
                stream.nextChange("contact");
            }
        }
    }
}
