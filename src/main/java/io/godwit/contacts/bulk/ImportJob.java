package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.FieldStore;
import io.godwit.contacts.SuppressionImporter;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.db.Database;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler;
import io.godwit.jobs.JobService;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/**
 * The job that imports a CSV file. A file is at most 5 MB and is held in memory while its job runs; everything else is bounded
 * by a chunk. Reading happens on workers.
 */
final class ImportJob implements JobHandler {

    static final String NAME = "contacts.import";

    private final JobService jobs;
    private final Database database;
    private final FieldStore fields = new FieldStore();
    private final ContactWriter contacts;
    private final SuppressionImporter suppressions;
    private final WorkerExecutor workers;

    /** Reads on these workers, never on an event loop. */
    ImportJob(
            JobService jobs,
            Database database,
            ContactWriter contacts,
            SuppressionImporter suppressions,
            WorkerExecutor workers) {
        this.jobs = jobs;
        this.database = database;
        this.contacts = contacts;
        this.suppressions = suppressions;
        this.workers = workers;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Future<Run> begin(Job job) {
        var options = ImportOptions.of(job.input());
        return fields.types(database.workers(), job.tenant())
                .compose(types -> jobs.file(job)
                        .compose(file -> workers.executeBlocking(
                                () -> ImportReader.open(file, options, types, job.checkpoint()), false)))
                .map(reader -> new ImportRun(job, reader, contacts, suppressions, workers));
    }
}
