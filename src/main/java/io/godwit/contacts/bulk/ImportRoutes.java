package io.godwit.contacts.bulk;

import io.godwit.contacts.ResubscriptionAudit;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.csv.CsvDecoder;
import io.godwit.core.Failure;
import io.godwit.jobs.JobService;
import io.godwit.projects.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.Upload;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The routes {@code /contacts/import}, which queue imports and show their jobs. */
final class ImportRoutes implements Routes {

    private static final String FIELD = "file";
    private static final long MAX_BYTES = 5 << 20;

    /** The file and what stands around it. */
    private static final long MAX_BODY_BYTES = 6 << 20;

    private final JobService jobs;
    private final IdempotentHandler idempotency;
    private final ResubscriptionAudit proofs = new ResubscriptionAudit();

    ImportRoutes(JobService jobs, IdempotentHandler idempotency) {
        this.jobs = jobs;
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
