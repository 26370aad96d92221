package io.godwit.contacts;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the number of contacts of a project, and of contacts with a field, from folded counts and deltas not folded yet. Rows are
 * never counted for a request.
 */
public final class ContactCounts {

    private static final Duration BETWEEN_FOLDS = Duration.ofSeconds(2);
    private static final int FOLDED_BATCH_SIZE = 2_000;

    private final Database database;
    private final ContactCountStore store = new ContactCountStore();

    public ContactCounts(Database database) {
        this.database = database;
    }

    /** All, or those with this subscription. */
    public Future<Long> total(Tenant tenant, Optional<Boolean> subscribed) {
        return store.read(database.lists(), tenant, List.of(CountDeltas.CONTACTS, CountDeltas.SUBSCRIBED))
                .map(counts -> {
                    var all = counts.getOrDefault(CountDeltas.CONTACTS, 0L);
                    var those = counts.getOrDefault(CountDeltas.SUBSCRIBED, 0L);
                    return subscribed.map(flag -> flag ? those : all - those).orElse(all);
                });
    }

    /** Answers the number of contacts that have the field. */
    public Future<Long> countWithField(Tenant tenant, String path) {
        return store.read(database.lists(), tenant, List.of(path)).map(counts -> counts.getOrDefault(path, 0L));
    }

    /** Every count of the project by its name; see {@link CountDeltas}. */
    public Future<Map<String, Long>> all(Tenant tenant) {
        return store.readAll(database.requests(), tenant);
    }

    /**
     * Begins to fold on the caller's context; stop the loop to end it. Any number of nodes may: each takes rows that no other
     * holds.
     */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "contacts-counts", BETWEEN_FOLDS, this::foldDeltas);
    }

    private Future<Next> foldDeltas() {
        return store.foldDeltas(database.workers(), FOLDED_BATCH_SIZE)
                .map(folded -> folded == FOLDED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }
}
