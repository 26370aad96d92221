package io.godwit.workflows.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.ConfigEncryption;
import io.godwit.workflows.steps.GraphNode;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.WorkflowGraph;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches the graphs of workflow versions. Versions never change, so a node reads each once while it fits into the cache. Safe to
 * share.
 */
public final class VersionCache {

    /** The key of a version. */
    public record Key(ProjectId project, WorkflowId workflow, int version) {}

    /**
     * A graph whose steps are parsed when an execution first reaches them, once: an invalid config fails only executions that
     * reach the step.
     */
    public static final class RunningGraph {

        private final WorkflowGraph graph;
        private final Map<StepId, Step> steps = new ConcurrentHashMap<>();

        public RunningGraph(WorkflowGraph graph) {
            this.graph = graph;
        }

        WorkflowGraph graph() {
            return graph;
        }

        /** Throws for an invalid config. */
        Step step(GraphNode node) {
            return steps.computeIfAbsent(node.id(), ignored -> node.step());
        }

        /** Reads the step of a node; empty for an invalid config. */
        Optional<Step> readable(GraphNode node) {
            try {
                return Optional.of(step(node));
            } catch (RuntimeException unreadable) {
                return Optional.empty();
            }
        }
    }

    private static final long CHARACTERS = 16 << 20;

    private final ConfigEncryption encryption;
    private final ExecutionLoadStore store = new ExecutionLoadStore();
    private final Cache<Key, WeighedGraph> cache = Caffeine.newBuilder()
            .maximumWeight(CHARACTERS)
            .weigher((Key ignored, WeighedGraph graph) -> graph.characters() + 1_000)
            .build();

    private record WeighedGraph(RunningGraph running, int characters) {}

    public VersionCache(ConfigEncryption encryption) {
        this.encryption = encryption;
    }

    /** The versions that exist. */
    Future<Map<Key, RunningGraph>> find(SqlClient db, Collection<Key> wanted) {
        var found = new HashMap<Key, RunningGraph>();
        wanted.forEach(key ->
                Optional.ofNullable(cache.getIfPresent(key)).ifPresent(known -> found.put(key, known.running())));
        var missing = wanted.stream()
                .filter(key -> !found.containsKey(key))
                .distinct()
                .toList();
        if (missing.isEmpty()) {
            return Future.succeededFuture(found);
        }
        return store.graphs(db, missing).map(read -> {
            read.forEach((key, json) -> {
                var running = new RunningGraph(encryption.open(key.project(), WorkflowGraph.stored(json)));
                cache.put(key, new WeighedGraph(running, json.length()));
                found.put(key, running);
            });
            return found;
        });
    }
}
