package io.godwit.db;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the changes that a transaction makes, and passes them on once it has committed: a page that is told and reads again
 * finds the new rows. It costs no statement. Safe to use from any thread.
 */
public final class ChangeCollector {

    private final Map<SqlClient, Set<Change>> transactionToChanges = new ConcurrentHashMap<>();
    private volatile Consumer<Collection<Change>> listener = ignored -> {};

    /** Passes on committed changes to {@code listener} from now on. */
    public void listen(Consumer<Collection<Change>> listener) {
        this.listener = listener;
    }

    /**
     * Notes a change made by {@code tx}. When that is no open transaction, the change is taken for committed.
     *
     * @param id null when many things of the kind changed
     */
    public void add(SqlClient tx, ProjectId project, ChangeTopic topic, @Nullable UUID id) {
        var change = new Change(project.value(), topic, id);
        var changes = transactionToChanges.get(tx);
        if (changes == null) {
            listener.accept(List.of(change));
        } else {
            changes.add(change);
        }
    }

    /** Notes a change that is committed. */
    public void add(ProjectId project, ChangeTopic topic, @Nullable UUID id) {
        listener.accept(List.of(new Change(project.value(), topic, id)));
    }

    /** Notes a change of things that belong to no project. */
    public void addToAll(ChangeTopic topic) {
        listener.accept(List.of(Change.ofInstallation(topic)));
    }

    /** Begins to collect the changes of a transaction that its caller commits. */
    public void begin(SqlClient tx) {
        transactionToChanges.put(tx, ConcurrentHashMap.newKeySet());
    }

    /** Passes on the changes of a transaction that has committed. */
    public void committed(SqlClient tx) {
        var changes = transactionToChanges.remove(tx);
        if (changes != null && !changes.isEmpty()) {
            listener.accept(changes);
        }
    }

    /** Drops the changes of a transaction that was rolled back, or whose end is unknown. */
    public void discard(SqlClient tx) {
        transactionToChanges.remove(tx);
    }

    /** Runs work in a transaction, and passes on its changes after the commit. */
    <T> Future<T> transaction(Pool pool, Function<SqlClient, Future<T>> work) {
        var changes = ConcurrentHashMap.<Change>newKeySet();
        return pool.withTransaction(tx -> {
                    transactionToChanges.put(tx, changes);
                    return TransactionRunner.attempt(tx, work::apply)
                            .onComplete(ignored -> transactionToChanges.remove(tx));
                })
                .onSuccess(ignored -> {
                    if (!changes.isEmpty()) {
                        listener.accept(changes);
                    }
                });
    }
}
