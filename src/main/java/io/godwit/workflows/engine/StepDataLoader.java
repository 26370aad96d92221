package io.godwit.workflows.engine;

import io.godwit.billing.RemainingQuota;
import io.godwit.contacts.ContactBatchWriter.ContactKey;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.Template;
import io.godwit.workflows.steps.EmailStep;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.StepContext.PreloadedData;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Loads the data that the steps ahead of some executions may ask for beside the contact itself, for all of them at once: only
 * data that a step of their graphs mentions. Belongs to one batch.
 */
public final class StepDataLoader {

    private record TemplateKey(ProjectId project, TemplateId template) {}

    private record SegmentKey(ProjectId project, SegmentId segment) {}

    private final WorkflowDependencies dependencies;
    private final Map<VersionCache.Key, VersionCache.RunningGraph> graphs;
    private final ExecutionLoadStore store = new ExecutionLoadStore();
    private final Map<TemplateKey, Template> templates = new HashMap<>();
    private final Map<ProjectId, Set<EmailAddress>> refused = new HashMap<>();
    private final Map<SegmentKey, Set<ContactId>> members = new HashMap<>();
    private Map<ContactKey, Map<String, Instant>> lastMail = Map.of();
    private RemainingQuota quota = RemainingQuota.unlimited();

    public StepDataLoader(WorkflowDependencies dependencies, Map<VersionCache.Key, VersionCache.RunningGraph> graphs) {
        this.dependencies = dependencies;
        this.graphs = graphs;
    }

    /** Loads all data. */
    public Future<Void> gather(SqlClient db, List<LoadedExecution> executions) {
        return templates()
                .compose(ignored -> loadEmails(db, executions))
                .compose(ignored -> memberships(db, executions))
                .compose(ignored -> remainingQuota(db));
    }

    /** Loads the quotas of the projects with a step that sends. */
    private Future<Void> remainingQuota(SqlClient db) {
        var senders = graphs.keySet().stream()
                .filter(key -> steps(key).stream().anyMatch(EmailStep.class::isInstance))
                .map(VersionCache.Key::project)
                .collect(Collectors.toSet());
        return !dependencies.quota().counts() || senders.isEmpty()
                ? Future.succeededFuture()
                : dependencies.quota().remainingQuota(db, senders).map(left -> {
                    quota = left;
                    return null;
                });
    }

    /** The quota the projects have left; an email of one execution reduces it for the next. */
    RemainingQuota remainingQuota() {
        return quota;
    }

    private List<Step> steps(VersionCache.Key key) {
        var running = graphs.get(key);
        return running == null
                ? List.of()
                : running.graph().nodes().stream()
                        .flatMap(node -> running.readable(node).stream())
                        .toList();
    }

    private Future<Void> templates() {
        var lookups = new ArrayList<Future<?>>();
        var templateKeys = new HashSet<TemplateKey>();
        graphs.keySet().forEach(key -> steps(key).stream()
                .filter(EmailStep.class::isInstance)
                .map(EmailStep.class::cast)
                .forEach(step -> {
                    if (templateKeys.add(new TemplateKey(key.project(), step.template()))
                            || step.from().isPresent()) {
                        lookups.add(template(key.project(), step));
                    }
                }));
        return Future.join(lookups).mapEmpty();
    }

    /** Loads a template and checks its sender. A look-up without an answer fails the batch, not the execution. */
    private Future<Void> template(ProjectId project, EmailStep step) {
        var tenant = Tenant.system(project);
        return dependencies
                .templates()
                .find(tenant, step.template())
                .map(Optional::of)
                .recover(StepDataLoader::ifUnknown)
                .compose(found -> {
                    found.ifPresent(template -> templates.put(new TemplateKey(project, step.template()), template));
                    return found.flatMap(step::sender)
                            .map(sender -> sender(tenant, sender))
                            .orElseGet(Future::succeededFuture);
                });
    }

    private Future<Void> sender(Tenant tenant, EmailAddress sender) {
        return dependencies.senders().requireVerified(tenant, sender).recover(cause -> {
            if (!isAnswer(cause)) {
                return Future.failedFuture(cause);
            }
            refused.computeIfAbsent(tenant.project(), ignored -> new HashSet<>())
                    .add(sender);
            return Future.succeededFuture();
        });
    }

    private static <T> Future<Optional<T>> ifUnknown(Throwable cause) {
        return isAnswer(cause) ? Future.succeededFuture(Optional.empty()) : Future.failedFuture(cause);
    }

    private static boolean isAnswer(Throwable cause) {
        return cause instanceof Failure failure && failure.kind() != Failure.Kind.SERVICE_UNAVAILABLE;
    }

    private Future<Void> loadEmails(SqlClient db, List<LoadedExecution> executions) {
        var missing = graphs.keySet().stream()
                .filter(key -> steps(key).stream()
                        .flatMap(step -> step.references().fields().stream())
                        .anyMatch(field -> field.startsWith("email.")))
                .toList();
        var wanted = executions.stream()
                .filter(one -> missing.contains(one.graph()))
                .map(LoadedExecution::contactKey)
                .distinct()
                .toList();
        return wanted.isEmpty()
                ? Future.succeededFuture()
                : store.lastMail(db, wanted).map(found -> {
                    lastMail = found;
                    return null;
                });
    }

    /** Loads the memberships of the contacts of these executions, anew when they are loaded already. */
    Future<Void> memberships(SqlClient db, List<LoadedExecution> executions) {
        var segmentToContacts = new HashMap<SegmentKey, Set<ContactId>>();
        executions.forEach(one -> steps(one.graph()).stream()
                .flatMap(step -> step.references().segments().stream())
                .forEach(segment -> segmentToContacts
                        .computeIfAbsent(new SegmentKey(one.projectId(), segment), ignored -> new HashSet<>())
                        .add(one.contact())));
        var all = Future.<Void>succeededFuture();
        for (var segmentKey : segmentToContacts.entrySet()) {
            all = all.compose(ignored -> membership(db, segmentKey.getKey(), List.copyOf(segmentKey.getValue())));
        }
        return all;
    }

    private Future<Void> membership(SqlClient db, SegmentKey segmentKey, List<ContactId> contacts) {
        return dependencies
                .segments()
                .among(db, Tenant.system(segmentKey.project()), segmentKey.segment(), contacts)
                .map(found -> {
                    found.ifPresent(those -> members.put(segmentKey, those));
                    return null;
                });
    }

    /** The data for one of the executions. */
    public PreloadedData preloaded(LoadedExecution execution) {
        var memberships = new HashMap<SegmentId, Boolean>();
        members.forEach((segmentKey, those) -> {
            if (segmentKey.project().equals(execution.projectId())) {
                memberships.put(segmentKey.segment(), those.contains(execution.contact()));
            }
        });
        var known = new HashMap<TemplateId, Template>();
        templates.forEach((key, template) -> {
            if (key.project().equals(execution.projectId())) {
                known.put(key.template(), template);
            }
        });
        return new PreloadedData(
                lastMail.getOrDefault(execution.contactKey(), Map.of()),
                memberships,
                known,
                refused.getOrDefault(execution.projectId(), Set.of()));
    }
}
