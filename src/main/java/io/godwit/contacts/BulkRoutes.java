package io.godwit.contacts;

import io.godwit.jobs.Jobs;
import io.godwit.projects.Actor;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Set;

/** {@code /contacts/bulk-…}: many contacts at once, in the background. */
final class BulkRoutes implements Routes {

    private final Jobs jobs;
    private final Idempotency idempotency;
    private final ResubscriptionAudit proofs = new ResubscriptionAudit();

    BulkRoutes(Jobs jobs, Idempotency idempotency) {
        this.jobs = jobs;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        for (var operation : BulkOperation.values()) {
            api.post("/contacts/bulk-" + operation.code()).idempotent().to(call -> queue(call, operation));
        }
        api.get("/contacts/bulk/:jobId").to(this::status);
    }

    private Future<Answer> queue(Call call, BulkOperation operation) {
        var request = BulkRequest.parse(call.body());
        var input = request.input(operation);
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> jobs.submit(tx, tenant, Bulk.NAME, input)
                        .compose(id -> proofs.record(tx, Actor.of(call), tenant, request.proof(), id)
                                .map(id))
                        .map(id -> Answer.accepted(JobAnswer.queued("Bulk " + operation.code() + " queued", id))))
                .onSuccess(answer -> jobs.announce(tenant));
    }

    private Future<Answer> status(Call call) {
        return jobs.status(call.tenant(), Set.of(Bulk.NAME), call.path("jobId"))
                .map(job -> Answer.ok(JobAnswer.of(job, Map.of())));
    }
}
