package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.FieldStore;
import io.godwit.contacts.ResubscriptionAudit;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.csv.CsvDecoder;
import io.godwit.core.Failure;
import io.godwit.db.Database;
import io.godwit.jobs.JobService;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.Upload;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The routes {@code /contacts/import}, which preview and queue imports and show their jobs. */
final class ImportRoutes implements Routes {

    private static final String FIELD = "file";
    private static final long MAX_BYTES = 5 << 20;

    /** The file and what stands around it. */
    private static final long MAX_BODY_BYTES = 6 << 20;

    private final JobService jobs;
    private final Database database;
    private final ContactWriter contacts;
    private final WorkerExecutor workers;
    private final IdempotentHandler idempotency;
    private final FieldStore fields = new FieldStore();
    private final ResubscriptionAudit proofs = new ResubscriptionAudit();

    ImportRoutes(
            JobService jobs,
            Database database,
            ContactWriter contacts,
            WorkerExecutor workers,
            IdempotentHandler idempotency) {
        this.jobs = jobs;
        this.database = database;
        this.contacts = contacts;
        this.workers = workers;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/contacts/import")
                .limit(MAX_BODY_BYTES)
                .file(FIELD, MAX_BYTES)
                .idempotent()
                .body(ImportOptions::parse)
                .answers(202, JobResponse.Queued.class)
                .to(this::queue);
        api.post("/contacts/import/preview")
                .limit(MAX_BODY_BYTES)
                .file(FIELD, MAX_BYTES)
                .body(ImportOptions::parse)
                .answers(PreviewResponse.class)
                .fails(Failure.Kind.BAD_REQUEST)
                .to(this::preview);
        api.get("/contacts/import/:jobId").answers(JobResponse.class).to(this::status);
    }

    private Future<ApiResponse> queue(ApiRequest call) {
        var file = csv(call.upload());
        var options = ImportOptions.parse(call.body());
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> jobs.submit(tx, tenant, ImportJob.NAME, options.input(), file)
                        .compose(id -> proofs.record(tx, Actor.of(call), tenant, options.proof(), id)
                                .map(id))
                        .map(id -> ApiResponse.accepted(JobResponse.queued("Import queued", id))))
                .onSuccess(ignored -> jobs.publishQueued(tenant));
    }

    private Future<ApiResponse> preview(ApiRequest call) {
        var file = csv(call.upload());
        var options = ImportOptions.parse(call.body());
        return fields.types(database.requests(), call.tenant())
                .compose(types ->
                        workers.executeBlocking(() -> ImportReader.open(file, options, types, Map.of()), false))
                .compose(reader ->
                        new ImportPreview(database.requests(), call.tenant(), reader, contacts, workers).run())
                .map(ApiResponse::ok);
    }

    private static byte[] csv(Upload upload) {
        var named = upload.fileName().toLowerCase(Locale.ROOT).endsWith(".csv");
        if (!named && !upload.contentType().equals("text/csv")) {
            throw Failure.invalid(FIELD, "custom", "The file must be text/csv, or have a name that ends in .csv");
        }
        if (!CsvDecoder.isText(upload.bytes())) {
            throw Failure.invalid(FIELD, "custom", "The file is called CSV but is something else");
        }
        return upload.bytes();
    }

    private Future<ApiResponse> status(ApiRequest call) {
        return jobs.status(call.tenant(), Set.of(ImportJob.NAME), call.path("jobId"))
                .map(job -> ApiResponse.ok(JobResponse.of(job, new ImportCounts(0, Map.of(), 0).counters())));
    }
}
