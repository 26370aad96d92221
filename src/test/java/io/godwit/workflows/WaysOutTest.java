package io.godwit.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Ids;
import io.godwit.core.StepId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which way executions take out of a step, and how graphs are told apart. */
class WaysOutTest {

    private final Node wait = node(StepType.WAIT_FOR_EVENT);
    private final Node either = node(StepType.EXIT);
    private final Node late = node(StepType.EXIT);

    @Test
    void aLinkForOneEndOfAWaitComesBeforeOneForEitherWhateverTheirPriorities() {
        var graph = graph(edge(either, Optional.empty(), 0), edge(late, Optional.of(WaitOutcome.TIMEOUT), 1));

        assertThat(graph.next(wait.id(), "TIMEOUT")).contains(late);
        assertThat(graph.next(wait.id(), "EVENT")).contains(either);
    }

    @Test
    void aLinkForEitherEndOfAWaitIsTakenAtBoth() {
        var graph = graph(edge(either, Optional.empty(), 0));

        assertThat(graph.next(wait.id(), "TIMEOUT")).contains(either);
        assertThat(graph.next(wait.id(), "EVENT")).contains(either);
    }

    @Test
    void theSameGraphIsTheSameTextHoweverItsLinksWereDrawn() {
        var one = edge(either, Optional.of(WaitOutcome.EVENT), 0);
        var other = edge(late, Optional.of(WaitOutcome.TIMEOUT), 1);

        assertThat(graph(one, other).json()).isEqualTo(graph(other, one).json()).startsWith("{\"steps\":");
    }

    private Graph graph(Edge... edges) {
        return new Graph(List.of(wait, either, late), List.of(edges));
    }

    private Edge edge(Node to, Optional<WaitOutcome> outcome, int priority) {
        return new Edge(wait.id(), to.id(), Optional.empty(), outcome, priority);
    }

    private static Node node(StepType type) {
        return new Node(new StepId(Ids.next()), type, type.name(), Map.of(), Optional.empty());
    }
}
