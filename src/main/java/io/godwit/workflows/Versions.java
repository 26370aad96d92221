package io.godwit.workflows;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.ProjectId;
import io.godwit.core.StepId;
import io.godwit.core.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The versions that run. They never change, so a node reads each once while there is room for it. Safe to share. */
final class Versions {

    /** Names a version. */
    record Key(ProjectId project, WorkflowId workflow, int version) {}

    /** A graph whose steps are read when somebody comes to them, once: a config that is none fails only who comes there. */
    static final class Running {

        private final Graph graph;
        private final Map<StepId, Step> steps = new ConcurrentHashMap<>();

        Running(Graph graph) {
            this.graph = graph;
        }

        Graph graph() {
            return graph;
        }

        /** Throws for a config that is none. */
        Step step(Node node) {
            return steps.computeIfAbsent(node.id(), unread -> node.step());
        }

        /** Empty for a config that is none. */
        Optional<Step> readable(Node node) {
            try {
                return Optional.of(step(node));
            } catch (RuntimeException unreadable) {
                return Optional.empty();
            }
        }
    }

    private static final long CHARACTERS = 16 << 20;

    private final Seal seal;
    private final LoadStore store = new LoadStore();
    private final Cache<Key, Weighed> cache = Caffeine.newBuilder()
            .maximumWeight(CHARACTERS)
            .weigher((Key key, Weighed graph) -> graph.characters() + 1_000)
            .build();

    private record Weighed(Running running, int characters) {}

    Versions(Seal seal) {
        this.seal = seal;
    }

    /** Those that are there. */
    Future<Map<Key, Running>> find(SqlClient db, Collection<Key> wanted) {
        var found = new HashMap<Key, Running>();
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
                var running = new Running(seal.open(key.project(), Graph.stored(json)));
                cache.put(key, new Weighed(running, json.length()));
                found.put(key, running);
            });
            return found;
        });
    }
}
