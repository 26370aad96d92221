package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.nodes.ClusteredVertxNodes;
import io.godwit.sending.pipeline.RefusalWindow.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The replies of mail servers on their way between the nodes of a cluster. */
class ReplyExchangeTest {

    private final ProjectId project = new ProjectId(Ids.next());

    @Test
    void theNewestRepliesToOneNodeReachTheOthersWithoutTheirTexts() {
        try (var nodes = ClusteredVertxNodes.start(2)) {
            var busHere = Bus.on(nodes.node(0));
            var busThere = Bus.on(nodes.node(1));
            await().atMost(Duration.ofSeconds(30)).until(() -> busHere.members().count() == 2);
            var here = new ReplyExchange(nodes.node(0), busHere, 3);
            var heardHere = new CopyOnWriteArrayList<List<Reply>>();
            var heardThere = new CopyOnWriteArrayList<List<Reply>>();
            here.follow((ofProjects, ofServer) -> heardHere.add(ofProjects));
            new ReplyExchange(nodes.node(1), busThere, 3).follow((ofProjects, ofServer) -> {
                heardThere.add(ofProjects);
                heardThere.add(ofServer);
            });

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                nodes.node(0).runOnContext(ignored -> tellFive(here));
                return !heardThere.isEmpty();
            });

            assertThat(heardThere.get(0)).containsExactly(reply(3, ""), reply(4, ""), reply(5, ""));
            assertThat(heardThere.get(1)).containsOnly(reply(5, ""));
            assertThat(heardHere).isEmpty();
        }
    }

    private void tellFive(ReplyExchange exchange) {
        IntStream.rangeClosed(1, 5).forEach(number -> exchange.ofProject(reply(number, "550 5.1.1 <ada@example.com>")));
        exchange.ofServer(reply(5, "550 5.1.1 <ada@example.com>"));
    }

    private Reply reply(int recipient, String text) {
        return new Reply("550 5.1.1 no", recipient, "example.com", project, text);
    }
}
