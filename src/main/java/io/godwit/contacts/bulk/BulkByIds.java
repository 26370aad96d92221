package io.godwit.contacts.bulk;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler.ChunkResult;
import io.godwit.jobs.JobHandler.Run;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs a bulk operation on contacts named by id. */
final class BulkByIds implements Run {

    private static final int CHUNK = 250;

    private final Job job;
    private final List<String> ids;
    private final BulkAction action;
    private int next;

    BulkByIds(Job job, Set<String> ids, BulkAction action) {
        this.job = job;
        this.ids = List.copyOf(ids);
        this.action = action;
        this.next = job.checkpoint().get("next") instanceof Number number ? number.intValue() : 0;
    }

    @Override
    public Future<ChunkResult> step(SqlClient tx) {
        var chunk = ids.subList(next, Math.min(ids.size(), next + CHUNK));
        next += chunk.size();
        var contacts = chunk.stream()
                .map(BulkByIds::contact)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return action.apply(tx, job.tenant(), contacts).map(found -> step(chunk, found));
    }

    private static Optional<ContactId> contact(String id) {
        return Ids.parse(id).map(ContactId::new);
    }

    private ChunkResult step(List<String> chunk, Set<ContactId> found) {
        chunk.stream()
                .filter(id -> contact(id).filter(found::contains).isEmpty())
                .forEach(action.counts()::unknown);
        return new ChunkResult(
                Map.of("next", next),
                action.counts().counters(ids.size()),
                action.counts().drainErrors(),
                ids.isEmpty() ? 100 : 100 * next / ids.size(),
                next >= ids.size());
    }
}
