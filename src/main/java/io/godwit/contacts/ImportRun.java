package io.godwit.contacts;

import io.godwit.contacts.ContactWrites.Written;
import io.godwit.contacts.ImportColumns.Wish;
import io.godwit.contacts.ImportedSuppressions.Suppressed;
import io.godwit.jobs.Job;
import io.godwit.jobs.Kind.Run;
import io.godwit.jobs.Kind.Step;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An import being carried out: a chunk is read on a worker and written in one transaction. */
final class ImportRun implements Run {

    private final Job job;
    private final ImportReader reader;
    private final ContactWrites writes;
    private final ImportedSuppressions suppressions;
    private final WorkerExecutor workers;
    private final ImportCounts counts;
    private List<ImportRow> chunk = List.of();

    ImportRun(
            Job job,
            ImportReader reader,
            ContactWrites writes,
            ImportedSuppressions suppressions,
            WorkerExecutor workers) {
        this.job = job;
        this.reader = reader;
        this.writes = writes;
        this.suppressions = suppressions;
        this.workers = workers;
        this.counts = new ImportCounts(reader.total(), job.counters(), job.errorsKept());
    }

    @Override
    public Future<Void> prepare() {
        return workers.executeBlocking(reader::chunk, false)
                .onSuccess(rows -> chunk = rows)
                .mapEmpty();
    }

    @Override
    public Future<Step> step(SqlClient tx) {
        var changes = wishes().map(Wish::change).toList();
        var written = changes.isEmpty()
                ? Future.succeededFuture(List.<Written>of())
                : writes.upsert(tx, job.tenant(), changes);
        return written.compose(done -> suppress(tx).map(added -> {
            counts.suppressed(added);
            return count(done);
        }));
    }

    private Stream<Wish> wishes() {
        return chunk.stream().map(ImportRow::wish).flatMap(Optional::stream);
    }

    private Future<Integer> suppress(SqlClient tx) {
        var suppressed = wishes().flatMap(wish -> wish.status().flatMap(ImportedStatus::suppression).stream()
                        .map(reason -> new Suppressed(
                                wish.change().email(), reason, wish.evidence().orElse("Imported"))))
                .toList();
        return suppressed.isEmpty() ? Future.succeededFuture(0) : suppressions.add(tx, job.tenant(), suppressed);
    }

    private Step count(List<Written> written) {
        var next = written.iterator();
        for (var row : chunk) {
            if (row.problem().isPresent()) {
                counts.bad(row.error(row.problem().get()));
            } else {
                count(row, next.next());
            }
        }
        return new Step(
                reader.checkpoint(), counts.counters(), counts.takeErrors(), counts.progress(), reader.isAtEnd());
    }

    private void count(ImportRow row, Written written) {
        if (written.refusal().isPresent()) {
            counts.bad(row.error(written.refusal().get()));
        } else {
            counts.good(written.isNew());
            row.wish().ifPresent(wish -> counts.subscription(wish.change(), written.contact()));
        }
    }
}
