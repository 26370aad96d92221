package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.ContactSource.Window;
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

/** Runs a bulk operation on the contacts of a {@link ContactSource}, but for the excluded ones. */
final class BulkByQuery implements Run {

    private static final int WINDOW = 500;

    private final Job job;
    private final Set<ContactId> excluded;
    private final ContactSource source;
    private final BulkAction action;
    private Optional<Integer> total;
    private int seen;

    BulkByQuery(Job job, Set<String> excluded, ContactSource source, BulkAction action) {
        this.job = job;
        this.excluded = excluded.stream()
                .flatMap(id -> Ids.parse(id).stream())
                .map(ContactId::new)
                .collect(Collectors.toSet());
        this.source = source;
        this.action = action;
        this.total = number(job, "total");
        this.seen = number(job, "seen").orElse(0);
    }

    /** Returns the last contact that the job has looked at. */
    static Optional<ContactId> before(Job job) {
        return Optional.ofNullable(job.checkpoint().get("before"))
                .map(id -> new ContactId(UUID.fromString(id.toString())));
    }

    private static Optional<Integer> number(Job job, String name) {
        return job.checkpoint().get(name) instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
    }

    @Override
    public Future<Void> prepare() {
        return source.prepare().compose(ignored -> total.isPresent() ? Future.succeededFuture() : count());
    }

    private Future<Void> count() {
        return source.count().map(contacts -> {
            total = Optional.of(contacts);
            return null;
        });
    }

    @Override
    public Future<ChunkResult> step(SqlClient tx) {
        return source.next(tx, WINDOW).compose(window -> apply(tx, window));
    }

    private Future<ChunkResult> apply(SqlClient tx, Window window) {
        var wanted =
                window.wanted().stream().filter(id -> !excluded.contains(id)).toList();
        return action.apply(tx, job.tenant(), wanted).map(ignored -> step(window));
    }

    private ChunkResult step(Window window) {
        seen += window.seen();
        var all = total.orElse(0);
        var checkpoint = new LinkedHashMap<String, @Nullable Object>();
        checkpoint.put("before", window.last().map(ContactId::toString).orElse(null));
        checkpoint.put("seen", seen);
        checkpoint.put("total", all);
        return new ChunkResult(
                checkpoint,
                action.counts().counters(action.counts().seen()),
                action.counts().drainErrors(),
                all == 0 ? 100 : (int) Math.min(100, 100L * seen / all),
                window.isLast());
    }
}
