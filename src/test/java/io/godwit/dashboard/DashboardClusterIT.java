package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** An open page whose node is killed while another node is there. */
final class DashboardClusterIT {

    @Test
    void aPageWhoseNodeIsKilledGoesOnWithTheOtherNode() {
        try (var nodes = TwoNodes.start();
                var balancer =
                        TcpProxy.to(nodes.vertx(), "127.0.0.1", nodes.node(1).port());
                var signIn =
                        DashboardBrowser.at("http://localhost:" + nodes.node(0).port())) {
            signIn.signIn("demo@example.test", nodes.project().getString("password"));
            var page = "http://localhost:" + balancer.port() + "/app/p/"
                    + nodes.project().getString("projectId") + "/messages";
            signIn.browser().open(page);
            var shown = signIn.settled().awaitText("Live");

            nodes.node(1).kill9();
            shown.awaitText("Reconnecting");
            balancer.redirect(nodes.node(0).port());

            shown.awaitText("Live");
            var mail = new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@" + nodes.project().getString("domain"))
                    .put("subject", "By the node that is left")
                    .put("body", "<p>Hello</p>");
            var sent = nodes.api(0).post("/v1/send", nodes.project().getString("secretKey"), mail);
            assertThat(sent.status()).as(sent.text()).isEqualTo(200);
            shown.awaitText("By the node that is left");
        }
    }
}
