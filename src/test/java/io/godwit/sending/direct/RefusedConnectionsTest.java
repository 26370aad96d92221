package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A mail host that greets with a refusal, over real sockets: it is not connected to again and again. */
class RefusedConnectionsTest extends DirectNodeFixture {

    private static final int MANY = 1_000;
    private static final String SITE = "mx.refusing.test";

    private volatile boolean refusing = true;

    @Test
    void thousandEmailsToAHostThatRefusesConnectionsWaitAndOneConnectionTestsIt() {
        var host = node.hostOf("refusing.test")
                .choose(
                        SinkPoint.GREETING,
                        ignored -> refusing
                                ? Optional.of(new ReplyAndClose("554 5.7.25 No reverse name of your address"))
                                : Optional.empty());
        node.emails(project, "refusing.test", MANY);
        await().atMost(PipelineNode.TIMEOUT).until(() -> suspension().isPresent());

        assertThat(suspension().orElseThrow().getString("reason")).isEqualTo("connect-refused");
        assertThat(suspension().orElseThrow().getString("sentence")).contains("554 5.7.25 No reverse name");
        // At most four at once, as the rules say, and those that were asked for before the first refusal came.
        var connections = host.connections();
        assertThat(connections).isBetween(1L, 12L);

        node.tryNow(SITE);
        await().atMost(PipelineNode.TIMEOUT).until(() -> host.connections() > connections);
        await().atMost(PipelineNode.TIMEOUT).until(() -> times() == 2);
        assertThat(host.connections()).isEqualTo(connections + 1);

        await().atMost(PipelineNode.TIMEOUT).until(() -> suspendedSites() == 1);

        refusing = false;
        node.tryNow(SITE);
        host.awaitMessages(MANY, PipelineNode.TIMEOUT);
        await().atMost(PipelineNode.TIMEOUT).until(() -> suspendedSites() == 0);
    }

    private double suspendedSites() {
        return node.pipeline
                .meters
                .get("godwit.sending.sites.suspended")
                .gauge()
                .value();
    }

    private Optional<JsonObject> suspension() {
        return node
                .pipeline
                .db
                .query("SELECT traffic -> 'suspensions' -> 0 AS suspension FROM site_traffic WHERE site = ?", SITE)
                .stream()
                .map(row -> row.get("suspension"))
                .filter(found -> found != null)
                .map(found -> new JsonObject(found.toString()))
                .findFirst();
    }

    /** The suspensions in a row. */
    private long times() {
        return node.pipeline.db.count("SELECT coalesce(max((suspensions -> 0 ->> 'times')::integer), 0)"
                + " FROM shaping_states WHERE site = '" + SITE + "'");
    }
}
