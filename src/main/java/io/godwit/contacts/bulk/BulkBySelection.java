package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.SelectedContactStore.Order;
import io.godwit.contacts.bulk.SelectedContactStore.Wanted;
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
 * Runs a bulk operation on the contacts of a segment or a condition, from the newest to the oldest. A contact is checked when it
 * is found, which may be the time of some ten thousand others before its turn; the operation itself does not undo that.
 */
final class BulkBySelection implements Run {

    private static final int CHUNK = 500;

    private final Job job;
    private final Set<ContactId> excluded;
    private final SelectedIds ids;
    private final BulkAction action;
    private Optional<Integer> total;
    private int seen;

    BulkBySelection(Job job, Set<String> excluded, Wanted wanted, SqlClient database, BulkAction action) {
        this.job = job;
        this.excluded = excluded.stream()
                .flatMap(id -> Ids.parse(id).stream())
                .map(ContactId::new)
                .collect(Collectors.toSet());
        this.ids = new SelectedIds(database, wanted, Order.NEWEST_FIRST, before(job));
        this.action = action;
        this.total = number(job, "total");
        this.seen = number(job, "seen").orElse(0);
    }

    private static Optional<ContactId> before(Job job) {
        return Optional.ofNullable(job.checkpoint().get("before"))
                .map(id -> new ContactId(UUID.fromString(id.toString())));
    }

    private static Optional<Integer> number(Job job, String name) {
        return job.checkpoint().get(name) instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
    }

    @Override
    public Future<Void> prepare() {
        return ids.find().compose(ignored -> total.isPresent() ? Future.succeededFuture() : count());
    }

    private Future<Void> count() {
        return ids.count().map(contacts -> {
            total = Optional.of(contacts);
            return null;
        });
    }

    @Override
    public Future<ChunkResult> step(SqlClient tx) {
        var chunk = ids.take(CHUNK);
        var wanted = chunk.stream().filter(id -> !excluded.contains(id)).toList();
        return action.apply(tx, job.tenant(), wanted).map(ignored -> step(chunk.size()));
    }

    private ChunkResult step(int contacts) {
        seen += contacts;
        var all = total.orElse(0);
        var checkpoint = new LinkedHashMap<String, @Nullable Object>();
        checkpoint.put("before", ids.last().map(ContactId::toString).orElse(null));
        checkpoint.put("seen", seen);
        checkpoint.put("total", all);
        return new ChunkResult(
                checkpoint,
                action.counts().counters(action.counts().seen()),
                action.counts().drainErrors(),
                all == 0 ? 100 : (int) Math.min(100, 100L * seen / all),
                ids.isEnded());
    }
}
