package io.godwit.contacts.bulk;

import io.godwit.bus.Bus;
import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.SuppressionImporter;
import io.godwit.db.Database;
import io.godwit.jobs.JobHandler;
import io.godwit.jobs.JobService;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/** Wires imports, bulk operations and exports of contacts. The routes queue jobs, and any node with the job role runs them. */
public final class ContactJobs {

    /** The names of the kinds of jobs on contacts. */
    public static final List<String> KINDS = List.of(ImportJob.NAME, BulkJob.NAME);

    /** Each reads or writes one chunk of a CSV file. */
    private static final int CSV_WORKERS = 2;

    private final Database database;
    private final JobService jobs;
    private final WorkerExecutor workers;

    /** Reads and writes files on workers of its own, never on an event loop. */
    public ContactJobs(Vertx vertx, Database database, Bus bus) {
        this.database = database;
        this.jobs = new JobService(database, bus);
        this.workers = vertx.createSharedWorkerExecutor("contacts-csv", CSV_WORKERS);
    }

    /** The routes of jobs and files; {@code selections} find contacts by segment or condition. */
    public Routes routes(ContactWriter contacts, ContactSelections selections, IdempotentHandler idempotency) {
        var parts = List.of(
                new ImportRoutes(jobs, database, contacts, workers, idempotency),
                new BulkRoutes(jobs, selections, idempotency),
                new ExportRoutes(database, workers, selections));
        return api -> parts.forEach(part -> part.mount(api));
    }

    /** The job handlers of a node with the job role. */
    public List<JobHandler> kinds(
            ContactWriter contacts, ContactSelections selections, SuppressionImporter suppressions) {
        return List.of(
                new ImportJob(jobs, database, contacts, suppressions, workers),
                new BulkJob(database, contacts, selections));
    }
}
