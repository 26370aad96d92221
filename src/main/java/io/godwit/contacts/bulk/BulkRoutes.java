package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.ResubscriptionAudit;
import io.godwit.core.Tenant;
import io.godwit.jobs.JobService;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Set;

/** The routes {@code /contacts/bulk-…}: operations on many contacts, in the background. */
final class BulkRoutes implements Routes {

    private final JobService jobs;
    private final ContactSelections selections;
    private final IdempotentHandler idempotency;
    private final ResubscriptionAudit proofs = new ResubscriptionAudit();

    BulkRoutes(JobService jobs, ContactSelections selections, IdempotentHandler idempotency) {
        this.jobs = jobs;
        this.selections = selections;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        for (var operation : BulkOperation.values()) {
            api.post("/contacts/bulk-" + operation.code())
                    .idempotent()
                    .body(BulkRequest::parse)
                    .answers(202, JobResponse.Queued.class)
                    .to(call -> queue(call, operation));
        }
        api.get("/contacts/bulk/:jobId").answers(JobResponse.class).to(this::status);
    }

    private Future<ApiResponse> queue(ApiRequest call, BulkOperation operation) {
        var request = BulkRequest.parse(call.body());
        return checked(call.tenant(), request).compose(ignored -> queue(call, operation, request));
    }

    /** Fails when the segment is unknown or the condition is wrong: the job would fail, and nobody would be told at once. */
    private Future<?> checked(Tenant tenant, BulkRequest request) {
        return request.query()
                .<Future<?>>map(query -> selections.narrow(tenant, query.segment(), query.condition()))
                .orElse(Future.succeededFuture());
    }

    private Future<ApiResponse> queue(ApiRequest call, BulkOperation operation, BulkRequest request) {
        var input = request.input(operation);
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> jobs.submit(tx, tenant, BulkJob.NAME, input)
                        .compose(id -> proofs.record(tx, Actor.of(call), tenant, request.proof(), id)
                                .map(id))
                        .map(id ->
                                ApiResponse.accepted(JobResponse.queued("Bulk " + operation.code() + " queued", id))))
                .onSuccess(ignored -> jobs.publishQueued(tenant));
    }

    private Future<ApiResponse> status(ApiRequest call) {
        return jobs.status(call.tenant(), Set.of(BulkJob.NAME), call.path("jobId"))
                .map(job -> ApiResponse.ok(JobResponse.of(job, Map.of())));
    }
}
