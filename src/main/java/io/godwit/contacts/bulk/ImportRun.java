package io.godwit.contacts.bulk;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.ContactWriter.ContactResult;
import io.godwit.contacts.SuppressionImporter;
import io.godwit.contacts.SuppressionImporter.Suppressed;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.bulk.ImportColumns.ImportedContact;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler.ChunkResult;
import io.godwit.jobs.JobHandler.Run;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs an import: a chunk is read on a worker and written in one transaction. */
final class ImportRun implements Run {

    /** Some 20 ms of work: the longest time that ingestion waits for a row that both write, and for a core. */
    private static final int CHUNK = 200;

    private final Job job;
    private final ImportReader reader;
    private final ContactWriter contacts;
    private final SuppressionImporter suppressions;
    private final WorkerExecutor workers;
    private final ImportCounts counts;
    private final ConsentSource source;
    private List<ImportRow> chunk = List.of();

    ImportRun(
            Job job,
            ImportReader reader,
            ContactWriter contacts,
            SuppressionImporter suppressions,
            WorkerExecutor workers) {
        this.job = job;
        this.reader = reader;
        this.contacts = contacts;
        this.suppressions = suppressions;
        this.workers = workers;
        this.source = ConsentSource.of(
                ConsentSource.Kind.IMPORT,
                job.id(),
                ImportOptions.of(job.input()).proof());
        this.counts = new ImportCounts(reader.total(), job.counters(), job.errorCount());
    }

    @Override
    public Future<Void> prepare() {
        return workers.executeBlocking(() -> reader.chunk(CHUNK), false)
                .onSuccess(rows -> chunk = rows)
                .mapEmpty();
    }

    @Override
    public Future<ChunkResult> step(SqlClient tx) {
        var changes = contacts().map(imported -> imported.change().by(source)).toList();
        var result = changes.isEmpty()
                ? Future.succeededFuture(List.<ContactResult>of())
                : contacts.upsert(tx, job.tenant(), changes);
        return result.compose(done -> suppress(tx).map(added -> {
            counts.suppressed(added);
            return count(done);
        }));
    }

    private Stream<ImportedContact> contacts() {
        return chunk.stream().map(ImportRow::imported).flatMap(Optional::stream);
    }

    private Future<Integer> suppress(SqlClient tx) {
        var suppressed = contacts()
                .flatMap(imported -> imported.status().flatMap(ImportedStatus::suppression).stream()
                        .map(reason -> new Suppressed(
                                imported.change().email(),
                                reason,
                                imported.evidence().orElse("Imported"))))
                .toList();
        return suppressed.isEmpty() ? Future.succeededFuture(0) : suppressions.add(tx, job.tenant(), suppressed);
    }

    private ChunkResult count(List<ContactResult> result) {
        var next = result.iterator();
        for (var row : chunk) {
            if (row.problem().isPresent()) {
                counts.failed(row.error(row.problem().get()));
            } else {
                count(row, next.next());
            }
        }
        return new ChunkResult(
                reader.checkpoint(), counts.counters(), counts.drainErrors(), counts.progress(), reader.isAtEnd());
    }

    private void count(ImportRow row, ContactResult result) {
        if (result.refusal().isPresent()) {
            counts.failed(row.error(result.refusal().get()));
        } else {
            counts.succeeded(result.isNew());
            row.imported().ifPresent(imported -> counts.subscription(imported.change(), result.contact()));
        }
    }
}
