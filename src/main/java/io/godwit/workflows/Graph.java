package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.Json;
import io.godwit.core.StepId;
import io.godwit.core.TemplateId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Steps and what leads from one to the next. Immutable; safe to share. */
final class Graph {

    private final Map<StepId, Node> idToNode;
    private final Map<StepId, List<Edge>> fromToEdges;
    private final List<Edge> edges;

    Graph(Collection<Node> nodes, Collection<Edge> edges) {
        var byId = new LinkedHashMap<StepId, Node>();
        nodes.forEach(node -> byId.put(node.id(), node));
        this.idToNode = byId;
        this.edges = edges.stream().sorted(Edge.ORDER).toList();
        this.fromToEdges = this.edges.stream().collect(Collectors.groupingBy(Edge::from));
    }

    /** In the order they were given. */
    Collection<Node> nodes() {
        return idToNode.values();
    }

    /** By priority. */
    List<Edge> edges() {
        return edges;
    }

    Optional<Node> node(StepId id) {
        return Optional.ofNullable(idToNode.get(id));
    }

    /** Where everybody begins. */
    Optional<Node> start() {
        return nodes().stream().filter(node -> node.type() == StepType.TRIGGER).findFirst();
    }

    /** Those that lead out of a step, by priority. */
    List<Edge> leaving(StepId id) {
        return fromToEdges.getOrDefault(id, List.of());
    }

    /**
     * Where one goes who leaves a step by {@code exit}; empty at an end. An edge that names the exit comes before one for any,
     * whatever their priorities: a wait with a link for either end and one for its timeout times out by the second.
     */
    Optional<Node> next(StepId id, String exit) {
        var fitting = leaving(id).stream().filter(edge -> edge.continues(exit)).toList();
        return fitting.stream()
                .filter(Edge::isParticular)
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .flatMap(edge -> node(edge.to()));
    }

    /** What {@link #stored} reads; the same text for the same graph, by which versions are told apart. */
    String json() {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("steps", nodes().stream().map(Graph::members).toList());
        members.put("transitions", edges.stream().map(Graph::members).toList());
        return Json.write(members);
    }

    private static Map<String, @Nullable Object> members(Node node) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", node.id().toString());
        members.put("type", node.type().name());
        members.put("name", node.name());
        members.put("config", node.config());
        members.put("templateId", node.template().map(TemplateId::toString).orElse(null));
        return members;
    }

    private static Map<String, @Nullable Object> members(Edge edge) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("from", edge.from().toString());
        members.put("to", edge.to().toString());
        members.put("branch", edge.branch().orElse(null));
        members.put("waitOutcome", edge.outcome().map(WaitOutcome::name).orElse(null));
        members.put("priority", edge.priority());
        return members;
    }

    static Graph stored(String json) {
        var members = Json.readObject(json);
        return new Graph(
                objects(members, "steps").stream().map(Graph::node).toList(),
                objects(members, "transitions").stream().map(Graph::edge).toList());
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, @Nullable Object>> objects(Map<String, @Nullable Object> members, String name) {
        return members.get(name) instanceof List<?> list ? (List<Map<String, @Nullable Object>>) list : List.of();
    }

    @SuppressWarnings("unchecked")
    private static Node node(Map<String, @Nullable Object> members) {
        var config = members.get("config") instanceof Map<?, ?> object
                ? (Map<String, @Nullable Object>) object
                : new HashMap<String, @Nullable Object>();
        return new Node(
                new StepId(id(members, "id")),
                StepType.valueOf(String.valueOf(members.get("type"))),
                String.valueOf(members.get("name")),
                config,
                Optional.ofNullable(members.get("templateId"))
                        .flatMap(text -> Ids.parse(text.toString()))
                        .map(TemplateId::new));
    }

    private static Edge edge(Map<String, @Nullable Object> members) {
        return new Edge(
                new StepId(id(members, "from")),
                new StepId(id(members, "to")),
                Optional.ofNullable(members.get("branch")).map(Object::toString),
                Optional.ofNullable(members.get("waitOutcome"))
                        .map(Object::toString)
                        .map(WaitOutcome::valueOf),
                members.get("priority") instanceof Number number ? number.intValue() : 0);
    }

    private static UUID id(Map<String, @Nullable Object> members, String name) {
        return UUID.fromString(String.valueOf(members.get(name)));
    }
}
