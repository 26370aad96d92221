package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.smtp.ReceivedCopies;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** Kills one of two loaded nodes after the other and compares what callers, rows and the mail server say (I1 to I3). */
public final class NodeKills {

    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final int CALLERS = 12;
    private static final int PER_SECOND = 200;

    /** Accepted between two blows, so that each falls in the middle of things. */
    private static final int WARM = 200;

    private final TwoNodes nodes;
    private final String name;
    private final RequestTraffic traffic;

    /** @param name what the traffic's addresses begin with; other than that of any traffic before */
    public NodeKills(TwoNodes nodes, String name) {
        this.nodes = nodes;
        this.name = name;
        this.traffic = RequestTraffic.mixed(name, nodes.project());
    }

    /** @param victims the nodes in the order in which they are killed; each is back before the next goes */
    public void run(List<Integer> victims) throws SQLException {
        var load = PacedCallers.start(
                CALLERS, PER_SECOND, number -> traffic.call(nodes.api(number), nodes.api(number + 1), number));
        awaitMore();
        for (var victim : victims) {
            nodes.node(victim).kill9();
            awaitMore();
            nodes.node(victim).restart();
            awaitMore();
        }
        load.finish();
        await().atMost(TIMEOUT).until(() -> nodes.db().count("SELECT count(*) FROM outbox") == 0);

        try (var database = nodes.db().connect()) {
            traffic.assertHonest(database);
        }
        assertEachSentOnce(victims.size());
    }

    private void awaitMore() {
        var enough = traffic.ledger().accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() >= enough);
    }

    /** Or once more, for as many as a node has under way when it dies. */
    private void assertEachSentOnce(int kills) {
        var rows = nodes.db().query("SELECT to_email, status FROM emails WHERE starts_with(to_email, ?)", name);
        var copies = ReceivedCopies.at(nodes.sink(), name);
        var mailed = new HashSet<String>();
        rows.forEach(row -> mailed.add((String) row.get("to_email")));

        assertThat(rows).extracting(row -> row.get("status")).containsOnly("SENT");
        assertThat(copies.recipients()).isEqualTo(mailed);
        assertThat(copies.most()).isLessThanOrEqualTo(2);
        assertThat(copies.repeated()).hasSizeLessThanOrEqualTo(kills * TwoNodes.CONNECTIONS);
        assertThat(copies.unlike()).isEmpty();
    }
}
