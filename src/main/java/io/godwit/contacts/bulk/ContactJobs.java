package io.godwit.contacts.bulk;

import io.godwit.bus.Bus;
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

/** Many contacts at once: imports, bulk operations, exports. The routes queue, and any node with the job role works. */
public final class ContactJobs {

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

    public Routes routes(IdempotentHandler idempotency) {
        var parts = List.of(
                new ImportRoutes(jobs, idempotency),
                new BulkRoutes(jobs, idempotency),
                new ExportRoutes(database, workers));
        return api -> parts.forEach(part -> part.mount(api));
    }

    /** What a node that works has to know. */
    public List<JobHandler> kinds(ContactWriter writes, SuppressionImporter suppressions) {
        return List.of(new ImportJob(jobs, writes, suppressions, workers), new BulkJob(database, writes));
    }
}
