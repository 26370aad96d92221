package io.godwit.workflows;

import io.godwit.core.CopyName;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.SegmentId;
import io.godwit.core.StepId;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.core.WorkflowId;
import io.godwit.segments.Segments;
import io.godwit.templates.Templates;
import io.godwit.webhooks.Targets;
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

/**
 * Changes workflows, in the caller's transaction, with the workflow's row locked: what others do to it at the same moment
 * happens before or after. A change of an enabled workflow that leaves it sound is what new executions run from then on.
 */
final class Studio {

    private final Targets targets;
    private final Seal seal;
    private final DraftStore drafts = new DraftStore();
    private final EditStore edits = new EditStore();
    private final FactStore facts = new FactStore();
    private final VersionStore versions = new VersionStore();
    private final EntryStore entries = new EntryStore();
    private final WorkflowStore workflows = new WorkflowStore();

    Studio(Targets targets, Seal seal) {
        this.targets = targets;
        this.seal = seal;
    }

    /** Fails with {@code WORKFLOW_NOT_FOUND}. */
    Future<Draft> find(SqlClient db, Tenant tenant, WorkflowId id) {
        return drafts.find(db, tenant, id)
                .map(found -> seal.open(tenant, found.orElseThrow(() -> notFound(id.toString()))));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", id);
    }

    /** What keeps the draft from running, and what most likely was not meant. */
    Future<List<Problem>> problems(SqlClient db, Tenant tenant, Draft draft) {
        return facts(db, tenant, draft).map(known -> Inspection.of(draft, known, targets));
    }

    private Future<Facts> facts(SqlClient db, Tenant tenant, Draft draft) {
        return facts.find(db, tenant, Reading.templates(draft), Reading.segments(draft));
    }

    /** A new workflow, disabled, with nothing but its TRIGGER step. */
    Future<Draft> create(SqlClient tx, Tenant tenant, Profile profile) {
        var id = new WorkflowId(Ids.next());
        return edits.insert(tx, tenant, id, profile)
                .compose(made -> find(tx, tenant, id))
                .compose(empty -> write(tx, tenant, empty, empty.and(triggerStep(empty))));
    }

    private static DraftStep triggerStep(Draft draft) {
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
        return named(step, draft.workflow().trigger(), draft);
    }

    /** The step shows the event; for another trigger it stays as it is. */
    private static DraftStep named(DraftStep step, Trigger trigger, Draft draft) {
        return trigger.event()
                .map(event -> step.with("Trigger: " + event, Map.of(Trigger.EVENT_NAME, event), draft.readAt()))
                .orElse(step);
    }

    Future<Draft> copy(SqlClient tx, Tenant tenant, WorkflowId source) {
        return locked(tx, tenant, source).compose(original -> {
            var id = new WorkflowId(Ids.next());
            var profile = original.workflow().profile();
            return edits.insert(tx, tenant, id, profile.named(CopyName.of(profile.name(), Workflow.MAX_NAME)))
                    .compose(made -> find(tx, tenant, id))
                    .compose(empty -> write(tx, tenant, empty, Copying.into(empty, original)));
        });
    }

    /** Fails with {@code CONFLICT} while somebody is in one of them; all of them or none. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<WorkflowId> ids) {
        return drafts.lock(tx, tenant, ids)
                .map(found -> requireAll(ids, found))
                .compose(all -> workflows.active(tx, tenant, ids))
                .compose(active -> active.map(name -> Future.<Void>failedFuture(Failure.of(
                                Kind.CONFLICT,
                                "Contacts are in the workflow \"" + name
                                        + "\"; cancel its executions or wait for their end first")))
                        .orElseGet(() -> workflows.delete(tx, tenant, ids)));
    }

    private static List<WorkflowId> requireAll(List<WorkflowId> asked, List<WorkflowId> found) {
        asked.stream().filter(id -> !found.contains(id)).findFirst().ifPresent(missing -> {
            throw notFound(missing.toString());
        });
        return found;
    }

    /** Throws a 422 with everything that keeps it from running when the change is to enable it. */
    Future<Draft> change(SqlClient tx, Tenant tenant, WorkflowId id, WorkflowRequest.Change change) {
        return edit(tx, tenant, id, draft -> changed(draft, change));
    }

    private Draft changed(Draft draft, WorkflowRequest.Change change) {
        var before = draft.workflow();
        var trigger = change.trigger(before.trigger());
        var after = new Workflow(
                before.id(),
                change.profile(before.profile(), trigger),
                change.enabled().orElse(before.enabled()),
                before.version(),
                before.createdAt(),
                before.updatedAt());
        var renamed = trigger.event().isPresent()
                && !trigger.event().equals(before.trigger().event());
        var changed = draft.with(after);
        return renamed ? changed.changing(draft.trigger().id(), step -> named(step, trigger, draft)) : changed;
    }

    /** Any change of what an editor draws. */
    Future<Draft> edit(SqlClient tx, Tenant tenant, WorkflowId id, UnaryOperator<Draft> change) {
        return locked(tx, tenant, id).compose(before -> write(tx, tenant, before, change.apply(before)));
    }

    private Future<Draft> locked(SqlClient tx, Tenant tenant, WorkflowId id) {
        return drafts.lock(tx, tenant, List.of(id))
                .map(found -> requireAll(List.of(id), found))
                .compose(held -> find(tx, tenant, id));
    }

    private Future<Draft> write(SqlClient tx, Tenant tenant, Draft before, Draft after) {
        return hold(tx, tenant, before, after)
                .compose(held -> edits.write(tx, tenant, seal.close(tenant, before), seal.close(tenant, after)))
                .compose(written -> entries(tx, tenant, before.workflow(), after.workflow()))
                .compose(settled -> after.workflow().enabled()
                        ? live(tx, tenant, before, after)
                        : versions.begin(tx, tenant, after.workflow().id(), Optional.empty()))
                .compose(done -> find(tx, tenant, after.workflow().id()));
    }

    private Future<Void> entries(SqlClient tx, Tenant tenant, Workflow before, Workflow after) {
        var allowed = after.profile().allowReentry();
        return before.profile().allowReentry() == allowed
                ? Future.succeededFuture()
                : entries.change(tx, tenant, after.id(), allowed);
    }

    /** What a draft begins to use is kept from being deleted meanwhile, and has to be there. */
    private Future<Void> hold(SqlClient tx, Tenant tenant, Draft before, Draft after) {
        var templates = more(Reading.templates(before), Reading.templates(after), TemplateId::value);
        var segments = more(Reading.segments(before), Reading.segments(after), SegmentId::value);
        return held(templates, wanted -> edits.holdTemplates(tx, tenant, wanted), Templates::notFound)
                .compose(held -> held(segments, wanted -> edits.holdSegments(tx, tenant, wanted), Segments::notFound));
    }

    private static <T> List<UUID> more(Set<T> before, Set<T> after, Function<T, UUID> id) {
        return after.stream().filter(one -> !before.contains(one)).map(id).toList();
    }

    private static Future<Void> held(
            List<UUID> wanted, Function<List<UUID>, Future<List<UUID>>> hold, Function<String, Failure> missing) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        return hold.apply(wanted).map(found -> {
            wanted.stream().filter(id -> !found.contains(id)).findFirst().ifPresent(id -> {
                throw missing.apply(id.toString());
            });
            return null;
        });
    }

    /** A draft that is not sound waits for the edit that mends it, and what was live goes on. */
    private Future<Void> live(SqlClient tx, Tenant tenant, Draft before, Draft after) {
        var id = after.workflow().id();
        return facts(tx, tenant, after).compose(known -> {
            var problems = Inspection.of(after, known, targets);
            requireSound(before, after, problems, Inspection.ofTrigger(after, known, targets));
            var published = new ArrayList<Future<?>>();
            if (problems.stream().noneMatch(Problem::isError)) {
                var running = after.withoutUnreached();
                published.add(versions.publish(
                        tx, tenant, id, seal.close(tenant, running).graph().json()));
                published.add(versions.await(tx, tenant, id, Reading.events(running)));
            }
            published.add(
                    versions.begin(tx, tenant, id, after.workflow().trigger().event()));
            return Future.join(published).mapEmpty();
        });
    }

    private static void requireSound(Draft before, Draft after, List<Problem> problems, List<Problem> ofTrigger) {
        var relevant = !before.workflow().enabled()
                ? problems
                : before.workflow().trigger().equals(after.workflow().trigger()) ? List.<Problem>of() : ofTrigger;
        var errors = relevant.stream().filter(Problem::isError).toList();
        if (!errors.isEmpty()) {
            throw Failure.invalid(errors.stream().map(Problem::issue).toList()).with("problems", relevant);
        }
    }

    Future<String> projectName(SqlClient db, Tenant tenant) {
        return workflows.projectName(db, tenant);
    }
}
