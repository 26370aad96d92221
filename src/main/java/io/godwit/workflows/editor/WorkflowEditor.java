package io.godwit.workflows.editor;

import io.godwit.core.CopyName;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.SingleLine;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.WorkflowId;
import io.godwit.segments.SegmentService;
import io.godwit.templates.TemplateCache;
import io.godwit.web.ExpectedVersion;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.ConfigEncryption;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.Trigger;
import io.godwit.workflows.model.Workflow;
import io.godwit.workflows.model.WorkflowProperties;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Changes workflows, in the caller's transaction, with the workflow's row locked: concurrent changes happen before or after. A
 * change of an enabled workflow that leaves it valid becomes the version that new executions run from then on.
 */
final class WorkflowEditor {

    private final TargetPolicy targets;
    private final ConfigEncryption encryption;
    private final DraftStore drafts = new DraftStore();
    private final DraftWriteStore edits = new DraftWriteStore();
    private final DraftReferenceStore facts = new DraftReferenceStore();
    private final VersionStore versions = new VersionStore();
    private final ReentryStore entries = new ReentryStore();
    private final WorkflowStore workflows = new WorkflowStore();

    WorkflowEditor(TargetPolicy targets, ConfigEncryption encryption) {
        this.targets = targets;
        this.encryption = encryption;
    }

    /** Finds the draft of a workflow, with the configs of its steps decrypted; fails with {@code WORKFLOW_NOT_FOUND}. */
    Future<WorkflowDraft> find(SqlClient db, Tenant tenant, WorkflowId id) {
        return drafts.find(db, tenant, id)
                .map(found -> encryption.open(tenant, found.orElseThrow(() -> notFound(id.toString()))));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", id);
    }

    /** The errors that keep the draft from running, and the warnings about parts that were most likely not meant. */
    Future<List<DraftProblem>> problems(SqlClient db, Tenant tenant, WorkflowDraft draft) {
        return facts(db, tenant, draft).map(known -> DraftValidator.validate(draft, known, targets));
    }

    /** Finds the problems of each workflow of a page, in as many statements as for one. */
    Future<Map<WorkflowId, List<DraftProblem>>> problems(SqlClient db, Tenant tenant, List<WorkflowId> ids) {
        return drafts.findAll(db, tenant, ids)
                .map(found -> found.stream()
                        .map(draft -> encryption.open(tenant, draft))
                        .toList())
                .compose(opened -> facts.find(
                                db,
                                tenant,
                                mentioned(opened, ParsedConfig::templates),
                                mentioned(opened, ParsedConfig::segments))
                        .map(known -> opened.stream()
                                .collect(Collectors.toMap(
                                        draft -> draft.workflow().id(),
                                        draft -> DraftValidator.validate(draft, known, targets)))));
    }

    private static <T> Set<T> mentioned(List<WorkflowDraft> drafts, Function<WorkflowDraft, Set<T>> ofOne) {
        return drafts.stream().map(ofOne).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private Future<DraftReferences> facts(SqlClient db, Tenant tenant, WorkflowDraft draft) {
        return facts.find(db, tenant, ParsedConfig.templates(draft), ParsedConfig.segments(draft));
    }

    /** Creates a workflow, disabled, with its TRIGGER step only. */
    Future<WorkflowDraft> create(SqlClient tx, Tenant tenant, WorkflowProperties properties) {
        var id = new WorkflowId(Ids.next());
        return edits.insert(tx, tenant, id, properties)
                .compose(ignored -> find(tx, tenant, id))
                .compose(empty -> write(tx, tenant, empty, empty.and(triggerStep(empty))));
    }

    private static DraftStep triggerStep(WorkflowDraft draft) {
        var step = new DraftStep(
                new StepId(Ids.next()),
                StepType.TRIGGER,
                "",
                Map.of("x", 100, "y", 100),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                draft.readAt(),
                draft.readAt());
        return withEventName(step, draft.workflow().trigger(), draft);
    }

    /** Shows the event's name on the TRIGGER step; for another trigger the step stays as it is. */
    private static DraftStep withEventName(DraftStep step, Trigger trigger, WorkflowDraft draft) {
        return trigger.event()
                .map(event -> step.with(triggerName(event), Map.of(Trigger.EVENT_NAME, event), draft.readAt()))
                .orElse(step);
    }

    /** Event names are longer than those of steps, and may have line breaks. */
    private static String triggerName(String event) {
        return SingleLine.of("Trigger: " + event, Workflow.MAX_NAME);
    }

    /** Creates a copy of a workflow, disabled, with the same steps under new ids. */
    Future<WorkflowDraft> copy(SqlClient tx, Tenant tenant, WorkflowId source) {
        return locked(tx, tenant, source).compose(original -> {
            var id = new WorkflowId(Ids.next());
            var properties = original.workflow().properties();
            return edits.insert(tx, tenant, id, properties.withName(CopyName.of(properties.name(), Workflow.MAX_NAME)))
                    .compose(ignored -> find(tx, tenant, id))
                    .compose(empty -> write(tx, tenant, empty, WorkflowCopier.into(empty, original)));
        });
    }

    /** Fails with {@code CONFLICT} while an execution is active in one of the workflows; deletes all of them or none. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<WorkflowId> ids) {
        return drafts.lock(tx, tenant, ids)
                .map(found -> requireAll(ids, found))
                .compose(ignored -> workflows.active(tx, tenant, ids))
                .compose(active -> active.map(name -> Future.<Void>failedFuture(Failure.of(
                                Kind.CONFLICT,
                                "Contacts are in the workflow \"" + name
                                        + "\"; cancel its executions or wait for their end first")))
                        .orElseGet(() -> workflows.delete(tx, tenant, ids)));
    }

    private static List<WorkflowId> requireAll(List<WorkflowId> ids, List<WorkflowId> found) {
        ids.stream().filter(id -> !found.contains(id)).findFirst().ifPresent(missing -> {
            throw notFound(missing.toString());
        });
        return found;
    }

    /**
     * Changes a workflow. Fails with a 422 that has all errors that keep it from running, when the change is to enable it, and those of
     * the trigger, when the change is one of the trigger of an enabled workflow; and as {@link ExpectedVersion#require} tells.
     */
    Future<WorkflowDraft> change(
            SqlClient tx, Tenant tenant, WorkflowId id, WorkflowRequest.Change change, ExpectedVersion expected) {
        return edit(tx, tenant, id, draft -> changed(draft, change), expected);
    }

    private WorkflowDraft changed(WorkflowDraft draft, WorkflowRequest.Change change) {
        var before = draft.workflow();
        var trigger = change.trigger(before.trigger());
        var after = new Workflow(
                before.id(),
                change.profile(before.properties(), trigger),
                change.enabled().orElse(before.enabled()),
                before.version(),
                before.draftVersion(),
                before.createdAt(),
                before.updatedAt());
        var renamed = trigger.event().isPresent()
                && !trigger.event().equals(before.trigger().event());
        var changed = draft.with(after);
        return renamed ? changed.changing(draft.trigger().id(), step -> withEventName(step, trigger, draft)) : changed;
    }

    /** Applies any change of steps and links; fails as {@link ExpectedVersion#require} tells for a draft of another version. */
    Future<WorkflowDraft> edit(
            SqlClient tx, Tenant tenant, WorkflowId id, UnaryOperator<WorkflowDraft> change, ExpectedVersion expected) {
        return locked(tx, tenant, id).compose(before -> {
            expected.require(before.workflow().draftVersion());
            return write(tx, tenant, before, change.apply(before));
        });
    }

    private Future<WorkflowDraft> locked(SqlClient tx, Tenant tenant, WorkflowId id) {
        return drafts.lock(tx, tenant, List.of(id))
                .map(found -> requireAll(List.of(id), found))
                .compose(ignored -> find(tx, tenant, id));
    }

    private Future<WorkflowDraft> write(SqlClient tx, Tenant tenant, WorkflowDraft before, WorkflowDraft after) {
        return lockReferences(tx, tenant, before, after)
                .compose(ignored ->
                        edits.write(tx, tenant, encryption.close(tenant, before), encryption.close(tenant, after)))
                .compose(ignored -> entries(tx, tenant, before.workflow(), after.workflow()))
                .compose(ignored -> after.workflow().enabled()
                        ? publish(tx, tenant, before, after)
                        : versions.begin(tx, tenant, after.workflow().id(), Optional.empty()))
                .compose(ignored -> find(tx, tenant, after.workflow().id()));
    }

    private Future<Void> entries(SqlClient tx, Tenant tenant, Workflow before, Workflow after) {
        var allowed = after.properties().allowReentry();
        return before.properties().allowReentry() == allowed
                ? Future.succeededFuture()
                : entries.change(tx, tenant, after.id(), allowed);
    }

    /**
     * Locks the templates and segments a draft begins to use, so that they are not deleted meanwhile; fails when one is missing.
     */
    private Future<Void> lockReferences(SqlClient tx, Tenant tenant, WorkflowDraft before, WorkflowDraft after) {
        var templates = more(ParsedConfig.templates(before), ParsedConfig.templates(after), TemplateId::value);
        var segments = more(ParsedConfig.segments(before), ParsedConfig.segments(after), SegmentId::value);
        return lockAll(templates, wanted -> edits.lockTemplates(tx, tenant, wanted), TemplateCache::notFound)
                .compose(ignored ->
                        lockAll(segments, wanted -> edits.lockSegments(tx, tenant, wanted), SegmentService::notFound));
    }

    private static <T> List<UUID> more(Set<T> before, Set<T> after, Function<T, UUID> id) {
        return after.stream().filter(one -> !before.contains(one)).map(id).toList();
    }

    private static Future<Void> lockAll(
            List<UUID> wanted, Function<List<UUID>, Future<List<UUID>>> lock, Function<String, Failure> missing) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        return lock.apply(wanted).map(found -> {
            wanted.stream().filter(id -> !found.contains(id)).findFirst().ifPresent(id -> {
                throw missing.apply(id.toString());
            });
            return null;
        });
    }

    /**
     * Publishes a valid draft. One with errors stays unpublished until an edit corrects it, and the live version keeps running.
     */
    private Future<Void> publish(SqlClient tx, Tenant tenant, WorkflowDraft before, WorkflowDraft after) {
        var id = after.workflow().id();
        return facts(tx, tenant, after).compose(known -> {
            var problems = DraftValidator.validate(after, known, targets);
            requireSound(before, after, problems, DraftValidator.ofTrigger(after, known, targets));
            var published = new ArrayList<Future<?>>();
            if (problems.stream().noneMatch(DraftProblem::isError)) {
                var running = after.withoutUnreached();
                published.add(versions.publish(
                        tx,
                        tenant,
                        id,
                        encryption.close(tenant, running).graph().json()));
                published.add(versions.await(tx, tenant, id, ParsedConfig.events(running)));
            }
            published.add(
                    versions.begin(tx, tenant, id, after.workflow().trigger().event()));
            return Future.join(published).mapEmpty();
        });
    }

    private static void requireSound(
            WorkflowDraft before, WorkflowDraft after, List<DraftProblem> problems, List<DraftProblem> ofTrigger) {
        var relevant = !before.workflow().enabled()
                ? problems
                : before.workflow().trigger().equals(after.workflow().trigger()) ? List.<DraftProblem>of() : ofTrigger;
        var errors = relevant.stream().filter(DraftProblem::isError).toList();
        if (!errors.isEmpty()) {
            throw Failure.invalid(errors.stream().map(DraftProblem::issue).toList())
                    .with("problems", relevant);
        }
    }

    Future<String> projectName(SqlClient db, Tenant tenant) {
        return workflows.projectName(db, tenant);
    }
}
