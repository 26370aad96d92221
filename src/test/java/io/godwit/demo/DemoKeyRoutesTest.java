package io.godwit.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The key the documentation's pages try calls out with: for this machine only. */
@GodwitServer
class DemoKeyRoutesTest {

    private static TestServer server;

    private static JsonObject keyFor(String... headers) {
        return new JsonObject(
                server.call("GET", "/docs/demo-key", "", "", headers).body());
    }

    @Test
    void aProgramOfThisMachineGetsTheFirstDemoProjectsKey() {
        assertThat(keyFor().getString("secretKey")).isEqualTo(server.secretKey(0));
        assertThat(keyFor().getString("domain")).isEqualTo(server.domain(0));
    }

    @Test
    void aForwardedRequestAndOneOfAnotherSiteGetNone() {
        assertThat(keyFor("X-Forwarded-For", "203.0.113.7").getString("secretKey")).isNull();
        assertThat(keyFor("Via", "1.1 proxy").getString("secretKey")).isNull();
        assertThat(keyFor("Sec-Fetch-Site", "cross-site").getString("secretKey"))
                .isNull();
    }
}
