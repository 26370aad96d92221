package io.godwit.contacts;

import io.godwit.core.Failure;
import io.godwit.jobs.Jobs;
import io.godwit.projects.Actor;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.web.Upload;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code /contacts/import}. */
final class ImportRoutes implements Routes {

    private static final String FIELD = "file";
    private static final long MOST_BYTES = 5 << 20;

    /** The file and what stands around it. */
    private static final long MOST_BODY = 6 << 20;

    private final Jobs jobs;
    private final Idempotency idempotency;
    private final ResubscriptionAudit proofs = new ResubscriptionAudit();

    ImportRoutes(Jobs jobs, Idempotency idempotency) {
        this.jobs = jobs;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.post("/contacts/import")
                .limit(MOST_BODY)
                .file(FIELD, MOST_BYTES)
                .idempotent()
                .to(this::queue);
        api.get("/contacts/import/:jobId").to(this::status);
    }

    private Future<Answer> queue(Call call) {
        var file = csv(call.upload());
        var options = ImportOptions.parse(call.body());
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> jobs.submit(tx, tenant, Import.NAME, options.input(), file)
                        .compose(id -> proofs.record(tx, Actor.of(call), tenant, options.proof(), id)
                                .map(id))
                        .map(id -> Answer.accepted(JobAnswer.queued("Import queued", id))))
                .onSuccess(answer -> jobs.announce(tenant));
    }

    private static byte[] csv(Upload upload) {
        var named = upload.fileName().toLowerCase(Locale.ROOT).endsWith(".csv");
        if (!named && !upload.contentType().equals("text/csv")) {
            throw Failure.invalid(FIELD, "custom", "The file must be text/csv, or have a name that ends in .csv");
        }
        if (!CsvText.isText(upload.bytes())) {
            throw Failure.invalid(FIELD, "custom", "The file is called CSV but is something else");
        }
        return upload.bytes();
    }

    private Future<Answer> status(Call call) {
        return jobs.status(call.tenant(), Set.of(Import.NAME), call.path("jobId"))
                .map(job -> Answer.ok(JobAnswer.of(job, new ImportCounts(0, Map.of(), 0).counters())));
    }
}
