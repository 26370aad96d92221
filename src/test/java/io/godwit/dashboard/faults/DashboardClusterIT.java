package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An open page whose node is killed while another node is there. */
final class DashboardClusterIT {

    private static final Duration NEWS = Duration.ofSeconds(10);

    @Test
    void anEventTrackedAtOneNodeIsShownByAPageOfTheOther() {
        try (var nodes = TwoNodes.start();
                var page =
                        DashboardBrowser.at("http://localhost:" + nodes.node(0).port())) {
            page.signIn("demo@example.test", nodes.project().getString("password"));
            page.open("/p/" + nodes.project().getString("projectId") + "/activity")
                    .awaitNews()
                    .awaitText("Nothing has happened yet");

            var event = new JsonObject().put("email", "ada@example.com").put("event", "met_elsewhere");
            var tracked = nodes.api(1).post("/v1/track", nodes.project().getString("secretKey"), event);

            assertThat(tracked.status()).as(tracked.text()).isEqualTo(200);
            page.awaitTextWithin(NEWS, "met_elsewhere");
        }
    }

    @Test
    void aPageWhoseNodeIsKilledGoesOnWithTheOtherNode() {
        try (var nodes = TwoNodes.start();
                var balancer =
                        TcpProxy.to(nodes.vertx(), "127.0.0.1", nodes.node(1).port());
                var signIn =
                        DashboardBrowser.at("http://localhost:" + nodes.node(0).port())) {
            signIn.signIn("demo@example.test", nodes.project().getString("password"));
            var page = "http://localhost:" + balancer.port() + "/app/p/"
                    + nodes.project().getString("projectId") + "/emails";
            signIn.browser().open(page);
            var shown = signIn.settled().awaitText("Live");

            var killed = System.nanoTime();
            nodes.node(1).kill9();
            shown.awaitText("Reconnecting");
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(2));
            balancer.redirect(nodes.node(0).port());

            shown.awaitNews();
            var email = new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@" + nodes.project().getString("domain"))
                    .put("subject", "By the node that is left")
                    .put("body", "<p>Hello</p>");
            var sent = nodes.api(0).post("/v1/send", nodes.project().getString("secretKey"), email);
            assertThat(sent.status()).as(sent.text()).isEqualTo(200);
            shown.awaitTextWithin(NEWS, "By the node that is left");
        }
    }
}
