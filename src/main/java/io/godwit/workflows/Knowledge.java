package io.godwit.workflows;

import io.godwit.billing.Allowance;
import io.godwit.contacts.Contacts.Which;
import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.ProjectId;
import io.godwit.core.SegmentId;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.templates.Template;
import io.godwit.workflows.Situation.Facts;
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
 * What the steps ahead of some executions may ask for beside the contact itself, looked up for all of them at once: only what
 * a step of their graphs mentions. Belongs to one turn.
 */
final class Knowledge {

    private record Shelf(ProjectId project, TemplateId template) {}

    private record Club(ProjectId project, SegmentId segment) {}

    private final WorkflowPorts ports;
    private final Map<Versions.Key, Versions.Running> graphs;
    private final LoadStore store = new LoadStore();
    private final Map<Shelf, Template> templates = new HashMap<>();
    private final Map<ProjectId, Set<EmailAddress>> refused = new HashMap<>();
    private final Map<Club, Set<ContactId>> members = new HashMap<>();
    private Map<Which, Map<String, Instant>> lastMail = Map.of();
    private Allowance allowance = Allowance.unlimited();

    Knowledge(WorkflowPorts ports, Map<Versions.Key, Versions.Running> graphs) {
        this.ports = ports;
        this.graphs = graphs;
    }

    /** Looks everything up. */
    Future<Void> gather(SqlClient db, List<Loaded> executions) {
        return templates()
                .compose(done -> mail(db, executions))
                .compose(done -> memberships(db, executions))
                .compose(done -> allowance(db));
    }

    /** Of those with a step that sends. */
    private Future<Void> allowance(SqlClient db) {
        var senders = graphs.keySet().stream()
                .filter(key -> steps(key).stream().anyMatch(EmailStep.class::isInstance))
                .map(Versions.Key::project)
                .collect(Collectors.toSet());
        return !ports.quota().counts() || senders.isEmpty()
                ? Future.succeededFuture()
                : ports.quota().allowance(db, senders).map(left -> {
                    allowance = left;
                    return null;
                });
    }

    /** How much mail the turn's projects may still send; what one execution sends is missing to the next. */
    Allowance allowance() {
        return allowance;
    }

    private List<Step> steps(Versions.Key key) {
        var running = graphs.get(key);
        return running == null
                ? List.of()
                : running.graph().nodes().stream()
                        .flatMap(node -> running.readable(node).stream())
                        .toList();
    }

    private Future<Void> templates() {
        var lookups = new ArrayList<Future<?>>();
        var asked = new HashSet<Shelf>();
        graphs.keySet().forEach(key -> steps(key).stream()
                .filter(EmailStep.class::isInstance)
                .map(EmailStep.class::cast)
                .forEach(step -> {
                    if (asked.add(new Shelf(key.project(), step.template()))
                            || step.from().isPresent()) {
                        lookups.add(template(key.project(), step));
                    }
                }));
        return Future.join(lookups).mapEmpty();
    }

    /** Only what is certain is taken for a fact: what could not be looked up fails the turn, not the execution. */
    private Future<Void> template(ProjectId project, EmailStep step) {
        var tenant = Tenant.system(project);
        return ports.templates()
                .find(tenant, step.template())
                .map(Optional::of)
                .recover(Knowledge::ifUnknown)
                .compose(found -> {
                    found.ifPresent(template -> templates.put(new Shelf(project, step.template()), template));
                    return found.flatMap(step::sender)
                            .map(sender -> sender(tenant, sender))
                            .orElseGet(Future::succeededFuture);
                });
    }

    private Future<Void> sender(Tenant tenant, EmailAddress sender) {
        return ports.senders().requireVerified(tenant, sender).recover(cause -> {
            if (!isAnswer(cause)) {
                return Future.failedFuture(cause);
            }
            refused.computeIfAbsent(tenant.project(), project -> new HashSet<>())
                    .add(sender);
            return Future.succeededFuture();
        });
    }

    private static <T> Future<Optional<T>> ifUnknown(Throwable cause) {
        return isAnswer(cause) ? Future.succeededFuture(Optional.empty()) : Future.failedFuture(cause);
    }

    private static boolean isAnswer(Throwable cause) {
        return cause instanceof io.godwit.core.Failure failure
                && failure.kind() != io.godwit.core.Failure.Kind.SERVICE_UNAVAILABLE;
    }

    private Future<Void> mail(SqlClient db, List<Loaded> executions) {
        var asking = graphs.keySet().stream()
                .filter(key -> steps(key).stream()
                        .flatMap(step -> step.mentions().fields().stream())
                        .anyMatch(field -> field.startsWith("email.")))
                .toList();
        var wanted = executions.stream()
                .filter(one -> asking.contains(one.graph()))
                .map(Loaded::person)
                .distinct()
                .toList();
        return wanted.isEmpty()
                ? Future.succeededFuture()
                : store.lastMail(db, wanted).map(found -> {
                    lastMail = found;
                    return null;
                });
    }

    private Future<Void> memberships(SqlClient db, List<Loaded> executions) {
        var clubToContacts = new HashMap<Club, Set<ContactId>>();
        executions.forEach(one -> steps(one.graph()).stream()
                .flatMap(step -> step.mentions().segments().stream())
                .forEach(segment -> clubToContacts
                        .computeIfAbsent(new Club(one.projectId(), segment), club -> new HashSet<>())
                        .add(one.contact())));
        var all = Future.<Void>succeededFuture();
        for (var club : clubToContacts.entrySet()) {
            all = all.compose(done -> membership(db, club.getKey(), List.copyOf(club.getValue())));
        }
        return all;
    }

    private Future<Void> membership(SqlClient db, Club club, List<ContactId> contacts) {
        return ports.segments()
                .among(db, Tenant.system(club.project()), club.segment(), contacts)
                .map(found -> {
                    found.ifPresent(those -> members.put(club, those));
                    return null;
                });
    }

    /** What is known for one of the executions. */
    Facts of(Loaded execution) {
        var memberships = new HashMap<SegmentId, Boolean>();
        members.forEach((club, those) -> {
            if (club.project().equals(execution.projectId())) {
                memberships.put(club.segment(), those.contains(execution.contact()));
            }
        });
        var known = new HashMap<TemplateId, Template>();
        templates.forEach((shelf, template) -> {
            if (shelf.project().equals(execution.projectId())) {
                known.put(shelf.template(), template);
            }
        });
        return new Facts(
                lastMail.getOrDefault(execution.person(), Map.of()),
                memberships,
                known,
                refused.getOrDefault(execution.projectId(), Set.of()));
    }
}
