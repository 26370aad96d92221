package io.godwit.jobs;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.JobId;
import io.godwit.db.Database;
import io.godwit.jobs.JobMessages.Queued;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Accepts jobs and answers their status. Safe to share between threads. */
public final class JobService {

    private final Database database;
    private final Bus bus;
    private final JobStore store = new JobStore();

    public JobService(Database database, Bus bus) {
        this.database = database;
        this.bus = bus;
    }

    /** Queues a job in the caller's transaction; after the commit the caller calls {@link #publishQueued}. */
    public Future<JobId> submit(SqlClient tx, Tenant tenant, String kind, Map<String, @Nullable Object> input) {
        var id = new JobId(UUID.randomUUID());
        return store.insert(tx, tenant, id, kind, input).map(id);
    }

    /** Queues a job with a file, which is stored until the job ends. */
    public Future<JobId> submit(
            SqlClient tx, Tenant tenant, String kind, Map<String, @Nullable Object> input, byte[] file) {
        return submit(tx, tenant, kind, input)
                .compose(id -> store.insertFile(tx, tenant, id, file).map(id));
    }

    /** Wakes the nodes that carry out jobs; without it they poll within two seconds. */
    public void publishQueued(Tenant tenant) {
        bus.publish(JobMessages.QUEUED, new Queued(tenant.project().value()));
    }

    /** Reads the status of a job; fails with a 404 for an id that is unknown, another project's, of another kind, or no id at all. */
    public Future<JobStatus> status(Tenant tenant, Set<String> kinds, String id) {
        return Ids.parse(id)
                .map(known -> store.status(database.requests(), tenant, kinds, new JobId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Job", id)));
    }

    /**
     * Completes with the state, the progress in per cent and the counters of a job, for the pages that follow it; empty when
     * there is no such job.
     */
    public Future<Optional<Object>> progress(Tenant tenant, UUID id) {
        return store.progress(database.requests(), tenant, new JobId(id)).map(found -> found.map(JobService::counts));
    }

    private static Map<String, @Nullable Object> counts(JobStatus job) {
        var counts = new LinkedHashMap<String, @Nullable Object>(job.counters());
        counts.put("state", job.state().code());
        counts.put("progress", job.progress());
        return counts;
    }

    /** The file the job was submitted with. */
    public Future<byte[]> file(Job job) {
        return store.file(database.workers(), job.tenant(), job.id());
    }
}
