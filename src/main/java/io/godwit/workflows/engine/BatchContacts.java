package io.godwit.workflows.engine;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.ContactBatchWriter.ContactKey;
import io.godwit.contacts.ContactBatchWriter.ContactRow;
import io.godwit.contacts.ContactChangeEffects;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.events.NewEvent;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.StepEffect;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The contacts of a batch of executions: read and locked before the steps decide, changed in memory by them, and written
 * afterwards.
 */
final class BatchContacts {

    private final WorkflowDependencies dependencies;
    private final Map<ContactKey, StepContact> contacts = new HashMap<>();
    private final Map<ContactKey, Contact> before = new HashMap<>();
    private final List<ClaimedExecution> lockedElsewhere = new ArrayList<>();
    private final List<NewEvent> events = new ArrayList<>();
    private final ContactChangeEffects effects;

    BatchContacts(WorkflowDependencies dependencies) {
        this.dependencies = dependencies;
        this.effects = dependencies.contacts().effects();
    }

    /** Reads the contacts and locks those that may be changed; an execution whose contact another transaction holds waits. */
    Future<Void> load(
            SqlClient tx, List<LoadedExecution> executions, Map<VersionCache.Key, VersionCache.RunningGraph> graphs) {
        var changing = executions.stream()
                .filter(one -> changes(graphs.get(one.graph())))
                .map(LoadedExecution::contactKey)
                .collect(Collectors.toSet());
        var wanted =
                executions.stream().map(LoadedExecution::contactKey).distinct().toList();
        return dependencies.contacts().find(tx, wanted).compose(all -> {
            all.forEach(this::index);
            return changing.isEmpty() ? Future.succeededFuture() : lockContacts(tx, executions, changing);
        });
    }

    private static boolean changes(VersionCache.@Nullable RunningGraph version) {
        return version != null
                && version.graph().nodes().stream().anyMatch(node -> node.type() == StepType.UPDATE_CONTACT);
    }

    private void index(ContactRow contact) {
        var key = new ContactKey(contact.project(), contact.contact().id());
        before.put(key, contact.contact());
        contacts.put(
                key, new StepContact(contact.contact(), contact.email(), contact.createdAt(), contact.updatedAt()));
    }

    private Future<Void> lockContacts(SqlClient tx, List<LoadedExecution> executions, Set<ContactKey> changing) {
        return dependencies.contacts().lockAvailable(tx, List.copyOf(changing)).map(locked -> {
            locked.forEach(this::index);
            var free = locked.stream()
                    .map(contact ->
                            new ContactKey(contact.project(), contact.contact().id()))
                    .collect(Collectors.toSet());
            executions.stream()
                    .filter(one -> changing.contains(one.contactKey())
                            && contacts.containsKey(one.contactKey())
                            && !free.contains(one.contactKey()))
                    .forEach(one -> lockedElsewhere.add(one.claimed()));
            return null;
        });
    }

    /** The contact as the steps so far have left it; empty when it was deleted. */
    Optional<StepContact> find(LoadedExecution execution) {
        return Optional.ofNullable(contacts.get(execution.contactKey()));
    }

    /** The contact as it was read or written last. */
    Contact stored(LoadedExecution execution) {
        return Objects.requireNonNull(before.get(execution.contactKey()));
    }

    boolean isLockedElsewhere(LoadedExecution execution) {
        return lockedElsewhere.contains(execution.claimed());
    }

    /** The executions whose contact was locked by another transaction. */
    List<ClaimedExecution> lockedElsewhere() {
        return lockedElsewhere;
    }

    /** Applies what steps of an execution change of its contact. */
    void change(LoadedExecution one, List<ExecutionOutcome.CompletedEffect> completedEffects, StepContact after) {
        var contact = known(one.contactKey());
        for (var completed : completedEffects) {
            if (completed.effect() instanceof StepEffect.UpdateContact update) {
                var changed = contact.with(update.subscription(), SubscriptionAuthority.BULK, update.persistentData());
                effects.changed(one.projectId(), contact, changed, ConsentSource.of(one.id()))
                        .map(event -> event.at(one.triggerDepth()))
                        .ifPresent(events::add);
                contact = changed;
            }
        }
        contacts.put(one.contactKey(), after);
    }

    private Contact known(ContactKey key) {
        return Objects.requireNonNull(contacts.get(key)).contact();
    }

    /** Writes the changed contacts, their events, and what follows from a change of a subscription. */
    Future<Void> write(SqlClient tx) {
        return writeRows(tx)
                .compose(ignored -> dependencies.events().append(tx, events))
                .compose(ignored -> effects.isEmpty()
                        ? Future.succeededFuture()
                        : dependencies.contacts().writeEffects(tx, effects));
    }

    /** Writes the changed contacts alone, for steps that read them from the table. */
    Future<Void> writeRows(SqlClient tx) {
        var changed = before.entrySet().stream()
                .map(one -> new ChangedContact(one.getKey().project(), one.getValue(), known(one.getKey())))
                .filter(change -> change.after().differsFrom(change.before()))
                .toList();
        changed.forEach(change ->
                before.put(new ContactKey(change.project(), change.after().id()), change.after()));
        return changed.isEmpty()
                ? Future.succeededFuture()
                : dependencies.contacts().update(tx, changed);
    }

    /** Caches what was written; called after the commit or not at all. */
    void committed() {
        effects.committed();
    }
}
