package io.godwit.contacts;

import io.godwit.contacts.BulkRequest.Query;
import io.godwit.contacts.BulkStore.Window;
import io.godwit.core.ContactId;
import io.godwit.core.Ids;
import io.godwit.jobs.Job;
import io.godwit.jobs.Kind.Run;
import io.godwit.jobs.Kind.Step;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A bulk operation on whatever matches when it is looked at, from the newest contact down, a window at a time. */
final class BulkByQuery implements Run {

    private static final int WINDOW = 500;

    private final Job job;
    private final Query query;
    private final Set<UUID> excluded;
    private final BulkStore store;
    private final int total;
    private final BulkAction action;
    private Optional<ContactId> before;
    private int seen;

    BulkByQuery(Job job, Query query, BulkStore store, int total, BulkAction action) {
        this.job = job;
        this.query = query;
        this.excluded = query.excluded().stream()
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
    public Future<Step> step(SqlClient tx) {
        return store.window(tx, job.tenant(), before, WINDOW, query).compose(window -> apply(tx, window));
    }

    private Future<Step> apply(SqlClient tx, Window window) {
        var wanted = window.wanted().stream()
                .filter(id -> !excluded.contains(id.value()))
                .toList();
        return action.apply(tx, job.tenant(), wanted).map(found -> step(window));
    }

    private Step step(Window window) {
        before = window.last();
        seen += window.seen();
        var checkpoint = new LinkedHashMap<String, @Nullable Object>();
        checkpoint.put("before", before.map(ContactId::toString).orElse(null));
        checkpoint.put("seen", seen);
        checkpoint.put("total", total);
        return new Step(
                checkpoint,
                action.counts().counters(action.counts().seen()),
                action.counts().takeErrors(),
                total == 0 ? 100 : (int) Math.min(100, 100L * seen / total),
                window.seen() < WINDOW);
    }
}
