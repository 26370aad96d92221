package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.BulkRequest.ContactSelection;
import io.godwit.contacts.bulk.BulkStore.Window;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler.ChunkResult;
import io.godwit.jobs.JobHandler.Run;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a bulk operation on the contacts that match a query, from the newest to the oldest, a window at a time; a contact is
 * checked when its window is read.
 */
final class BulkByQuery implements Run {

    private static final int WINDOW = 500;

    private final Job job;
    private final ContactSelection selection;
    private final Set<UUID> excluded;
    private final BulkStore store;
    private final int total;
    private final BulkAction action;
    private Optional<ContactId> before;
    private int seen;

    BulkByQuery(Job job, ContactSelection selection, BulkStore store, int total, BulkAction action) {
        this.job = job;
        this.selection = selection;
        this.excluded = selection.excluded().stream()
                .map(Ids::parse)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        this.store = store;
        this.total = total;
        this.action = action;
        this.before = Optional.ofNullable(job.checkpoint().get("before"))
                .map(id -> new ContactId(UUID.fromString(id.toString())));
        this.seen = job.checkpoint().get("seen") instanceof Number number ? number.intValue() : 0;
    }

    @Override
    public Future<ChunkResult> step(SqlClient tx) {
        return store.window(tx, job.tenant(), before, WINDOW, selection).compose(window -> apply(tx, window));
    }

    private Future<ChunkResult> apply(SqlClient tx, Window window) {
        var wanted = window.wanted().stream()
                .filter(id -> !excluded.contains(id.value()))
                .toList();
        return action.apply(tx, job.tenant(), wanted).map(ignored -> step(window));
    }

    private ChunkResult step(Window window) {
        before = window.last();
        seen += window.seen();
        var checkpoint = new LinkedHashMap<String, @Nullable Object>();
        checkpoint.put("before", before.map(ContactId::toString).orElse(null));
        checkpoint.put("seen", seen);
        checkpoint.put("total", total);
        return new ChunkResult(
                checkpoint,
                action.counts().counters(action.counts().seen()),
                action.counts().drainErrors(),
                total == 0 ? 100 : (int) Math.min(100, 100L * seen / total),
                window.seen() < WINDOW);
    }
}
