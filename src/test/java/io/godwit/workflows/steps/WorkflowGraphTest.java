package io.godwit.workflows.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The transition that executions take out of a step, and the comparison of graphs. */
class WorkflowGraphTest {

    private final GraphNode wait = node(StepType.WAIT_FOR_EVENT);
    private final GraphNode either = node(StepType.EXIT);
    private final GraphNode late = node(StepType.EXIT);

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

    private WorkflowGraph graph(GraphEdge... edges) {
        return new WorkflowGraph(List.of(wait, either, late), List.of(edges));
    }

    private GraphEdge edge(GraphNode to, Optional<WaitOutcome> outcome, int priority) {
        return new GraphEdge(wait.id(), to.id(), Optional.empty(), outcome, priority);
    }

    private static GraphNode node(StepType type) {
        return new GraphNode(new StepId(Ids.next()), type, type.name(), Map.of(), Optional.empty());
    }
}
