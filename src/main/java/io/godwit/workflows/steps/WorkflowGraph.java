package io.godwit.workflows.steps;

import io.godwit.core.Json;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The graph of a workflow version: steps and the transitions between them. Immutable; safe to share. */
public final class WorkflowGraph {

    private final Map<StepId, GraphNode> idToNode;
    private final Map<StepId, List<GraphEdge>> fromToEdges;
    private final List<GraphEdge> edges;

    public WorkflowGraph(Collection<GraphNode> nodes, Collection<GraphEdge> edges) {
        var byId = new LinkedHashMap<StepId, GraphNode>();
        nodes.forEach(node -> byId.put(node.id(), node));
        this.idToNode = byId;
        this.edges = edges.stream().sorted(GraphEdge.ORDER).toList();
        this.fromToEdges = this.edges.stream().collect(Collectors.groupingBy(GraphEdge::from));
    }

    /** The steps in the order they were given. */
    public Collection<GraphNode> nodes() {
        return idToNode.values();
    }

    /** The transitions by priority. */
    public List<GraphEdge> edges() {
        return edges;
    }

    public Optional<GraphNode> node(StepId id) {
        return Optional.ofNullable(idToNode.get(id));
    }

    /** The TRIGGER step, which every execution begins at. */
    public Optional<GraphNode> start() {
        return nodes().stream().filter(node -> node.type() == StepType.TRIGGER).findFirst();
    }

    /** The transitions that leave a step, by priority. */
    List<GraphEdge> outgoing(StepId id) {
        return fromToEdges.getOrDefault(id, List.of());
    }

    /**
     * The next step after leaving a step by {@code exit}; empty at an end. An edge that names the exit comes before one for any,
     * whatever their priorities: a wait with a link for either outcome and one for its timeout times out by the second.
     */
    public Optional<GraphNode> next(StepId id, String exit) {
        var fitting = outgoing(id).stream().filter(edge -> edge.continues(exit)).toList();
        return fitting.stream()
                .filter(GraphEdge::isParticular)
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .flatMap(edge -> node(edge.to()));
    }

    /** The JSON form that {@link #stored} reads; the same text for the same graph, by which versions are told apart. */
    public String json() {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("steps", nodes().stream().map(WorkflowGraph::members).toList());
        members.put("transitions", edges.stream().map(WorkflowGraph::members).toList());
        return Json.write(members);
    }

    private static Map<String, @Nullable Object> members(GraphNode node) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", node.id().toString());
        members.put("type", node.type().name());
        members.put("name", node.name());
        members.put("config", node.config());
        members.put("templateId", node.template().map(TemplateId::toString).orElse(null));
        return members;
    }

    private static Map<String, @Nullable Object> members(GraphEdge edge) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("from", edge.from().toString());
        members.put("to", edge.to().toString());
        members.put("branch", edge.branch().orElse(null));
        members.put("waitOutcome", edge.outcome().map(WaitOutcome::name).orElse(null));
        members.put("priority", edge.priority());
        return members;
    }

    public static WorkflowGraph stored(String json) {
        var members = Json.readObject(json);
        return new WorkflowGraph(
                objects(members, "steps").stream().map(WorkflowGraph::node).toList(),
                objects(members, "transitions").stream()
                        .map(WorkflowGraph::edge)
                        .toList());
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, @Nullable Object>> objects(Map<String, @Nullable Object> members, String name) {
        return members.get(name) instanceof List<?> list ? (List<Map<String, @Nullable Object>>) list : List.of();
    }

    @SuppressWarnings("unchecked")
    private static GraphNode node(Map<String, @Nullable Object> members) {
        var config = members.get("config") instanceof Map<?, ?> object
                ? (Map<String, @Nullable Object>) object
                : new HashMap<String, @Nullable Object>();
        return new GraphNode(
                new StepId(id(members, "id")),
                StepType.valueOf(String.valueOf(members.get("type"))),
                String.valueOf(members.get("name")),
                config,
                Optional.ofNullable(members.get("templateId"))
                        .flatMap(text -> Ids.parse(text.toString()))
                        .map(TemplateId::new));
    }

    private static GraphEdge edge(Map<String, @Nullable Object> members) {
        return new GraphEdge(
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
