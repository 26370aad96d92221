package io.godwit.delivery.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of an installation whose emails have no return path of their own: the token in the returned header proves them. */
@GodwitServer("GODWIT_MAIL_SIMULATOR_DOMAIN=Sim.Godwit.test")
class SimulatorWithoutReturnPathTest {

    private static TestServer server;

    @ParameterizedTest
    @CsvSource({"async-bounce+5.1.1, BOUNCED", "complain, COMPLAINED", "delivered, DELIVERED"})
    void reportsAreMatchedByTheirToken(String name, String status) {
        var sent = server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", name + "@sim.godwit.test")
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Simulated")
                        .put("body", "<p>Hello</p>"));

        var id = new JsonObject(sent.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(new JsonObject(
                                server.get("/emails/" + id, server.secretKey(0)).body())
                        .getString("status"))
                .isEqualTo(status));
    }
}
