package io.godwit.workflows;

import io.godwit.contacts.FieldUsages;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Database;
import io.godwit.events.EventUsages;
import io.godwit.segments.SegmentUsages;
import io.godwit.templates.TemplateUsages;
import io.godwit.workflows.WorkflowUsageStore.UsedStep;
import io.godwit.workflows.WorkflowUsageStore.UsingWorkflow;
import io.godwit.workflows.editor.ParsedConfig;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.StepReferences;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Answers other features which workflows use a segment, template, event or field, in drafts and in versions that run. */
public final class WorkflowUsages implements SegmentUsages, TemplateUsages {

    /** The text before the id of a segment in a condition; the id may have capitals. */
    private static final String SEGMENT = "segment.";

    private final Database database;
    private final WorkflowUsageStore store = new WorkflowUsageStore();

    public WorkflowUsages(Database database) {
        this.database = database;
    }

    /** The number of workflows that have a condition on the segment, or a schedule for its contacts. */
    @Override
    public Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
        return mentioning(
                        tx, tenant, SEGMENT, references -> references.segments().contains(segment))
                .compose(withFilter -> store.scheduledFor(tx, tenant, segment)
                        .map(scheduled -> both(withFilter, scheduled).size()));
    }

    @Override
    public Future<Map<SegmentId, List<SegmentUse>>> uses(SqlClient db, Tenant tenant, Set<SegmentId> segments) {
        return store.containing(db, tenant, SEGMENT)
                .compose(steps -> store.scheduledFor(db, tenant, segments).map(scheduled -> {
                    var users = new LinkedHashMap<SegmentId, Set<UsingWorkflow>>();
                    scheduled.forEach(one -> add(users, one.segment(), one.user()));
                    steps.forEach(used -> segments(used).forEach(segment -> add(users, segment, used.user())));
                    return uses(users);
                }));
    }

    private static Collection<SegmentId> segments(UsedStep used) {
        return used.step().is(StepType.TRIGGER)
                ? List.of()
                : ParsedConfig.of(used.step())
                        .step()
                        .map(step -> step.references().segments())
                        .orElse(Set.of());
    }

    private static void add(Map<SegmentId, Set<UsingWorkflow>> users, SegmentId segment, UsingWorkflow user) {
        users.computeIfAbsent(segment, ignored -> new LinkedHashSet<>()).add(user);
    }

    private static Map<SegmentId, List<SegmentUse>> uses(Map<SegmentId, Set<UsingWorkflow>> users) {
        var uses = new HashMap<SegmentId, List<SegmentUse>>();
        users.forEach((segment, workflows) -> uses.put(
                segment,
                workflows.stream()
                        .map(user -> new SegmentUse(
                                SegmentUserKind.WORKFLOW, user.id().value(), user.name()))
                        .toList()));
        return uses;
    }

    /** The steps that send one of the templates. */
    @Override
    public Future<Uses> usages(SqlClient db, Tenant tenant, Set<TemplateId> templates) {
        return store.templates(db, tenant, templates).map(steps -> new Uses(List.of(), steps));
    }

    /** The workflows that events of exactly this name start, or that wait for them or have a condition on them. */
    public Future<List<EventUsages.Use>> usingEvent(SqlClient db, Tenant tenant, String name) {
        return mentioning(db, tenant, name, references -> references.events().contains(name))
                .compose(waiting -> store.beginningWith(db, tenant, name)
                        .map(beginning -> both(beginning, waiting).stream()
                                .map(user -> new EventUsages.Use(user.id().value(), user.name()))
                                .toList()));
    }

    /** The workflows with a condition on the field of this name, in the spelling of filters, or on a value inside it. */
    public Future<List<FieldUsages.Use>> using(Tenant tenant, String field) {
        return mentioning(database.requests(), tenant, field, references -> references.fields().stream()
                        .anyMatch(other ->
                                other.equals(field) || (field.startsWith("data.") && other.startsWith(field + "."))))
                .map(workflows -> workflows.stream()
                        .map(user -> new FieldUsages.Use(user.id().value(), user.name()))
                        .toList());
    }

    private Future<Set<UsingWorkflow>> mentioning(
            SqlClient db, Tenant tenant, String text, Predicate<StepReferences> wanted) {
        return store.containing(db, tenant, text).map(found -> {
            var workflows = new LinkedHashSet<UsingWorkflow>();
            found.stream()
                    .filter(used -> !used.step().is(StepType.TRIGGER))
                    .filter(used -> ParsedConfig.of(used.step())
                            .step()
                            .map(Step::references)
                            .filter(wanted)
                            .isPresent())
                    .forEach(used -> workflows.add(used.user()));
            return workflows;
        });
    }

    private static Set<UsingWorkflow> both(Iterable<UsingWorkflow> first, Iterable<UsingWorkflow> others) {
        var workflows = new LinkedHashSet<UsingWorkflow>();
        first.forEach(workflows::add);
        others.forEach(workflows::add);
        return workflows;
    }
}
