package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.core.WorkflowId;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.DeletionRequest;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code /workflows}: what they are; what is drawn in them is {@link StepRoutes}. */
final class WorkflowRoutes implements Routes {

    static final String LIST = "/workflows";
    static final String ONE = LIST + "/:id";

    private final EditorPorts ports;
    private final Studio studio;
    private final Shelf shelf;
    private final Offer offer;
    private final Tallies tallies;
    private final Idempotency idempotency;

    WorkflowRoutes(EditorPorts ports, Studio studio, Cursors cursors, Idempotency idempotency) {
        this.ports = ports;
        this.studio = studio;
        this.shelf = new Shelf(ports.database(), cursors);
        this.offer = new Offer(ports.database(), ports.fields());
        this.tallies = new Tallies(ports.database());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(call -> shelf.page(call.tenant(), call.query()).map(Answer::ok));
        api.post(LIST).idempotent().to(this::create);
        api.get(LIST + "/fields").to(this::fields);
        api.post(LIST + "/bulk-update").to(this::deleteMany);
        api.get(ONE).to(call -> named(call, id -> one(call.tenant(), id)));
        api.patch(ONE).to(call -> named(call, id -> change(call, id)));
        api.delete(ONE).to(call -> named(call, id -> delete(call.tenant(), List.of(id), Answer.nothing())));
        api.post(ONE + "/duplicate").bodyless().idempotent().to(call -> named(call, id -> duplicate(call, id)));
    }

    private Future<Answer> fields(Call call) {
        var event = call.query().text("eventName").filter(name -> !name.isEmpty());
        return offer.of(call.tenant(), event).map(Answer::ok);
    }

    private Future<Answer> create(Call call) {
        var profile = WorkflowRequest.create(call.body());
        return idempotency.once(call, tx -> studio.create(tx, call.tenant(), profile)
                .map(draft -> Answer.created(WorkflowAnswer.of(call.tenant(), draft.workflow()))));
    }

    private Future<Answer> one(Tenant tenant, WorkflowId id) {
        var db = ports.database().requests();
        return studio.find(db, tenant, id).compose(draft -> studio.problems(db, tenant, draft)
                .compose(problems -> tallies.of(db, tenant, subjects(draft))
                        .map(counts -> Answer.ok(WorkflowAnswer.whole(tenant, draft, problems, counts)))));
    }

    private static List<UUID> subjects(Draft draft) {
        return Stream.concat(
                        Stream.of(draft.workflow().id().value()),
                        draft.steps().stream().map(step -> step.id().value()))
                .toList();
    }

    /** Another rule of re-entry is written to every execution there was, which may take longer than requests usually do. */
    private Future<Answer> change(Call call, WorkflowId id) {
        var tenant = call.tenant();
        var change = WorkflowRequest.Change.parse(call.body());
        Function<SqlClient, Future<Answer>> work = tx -> studio.change(tx, tenant, id, change)
                .compose(draft -> studio.projectName(tx, tenant).map(name -> {
                    var members = WorkflowAnswer.of(tenant, draft.workflow());
                    members.put("project", Map.of("name", name));
                    return Answer.ok(members);
                }));
        return change.allowReentry().isPresent()
                ? ports.database().workerTransaction(work)
                : ports.database().transaction(work);
    }

    private Future<Answer> deleteMany(Call call) {
        var ids = DeletionRequest.parse(call.body()).ids().stream()
                .map(text -> Ids.parse(text).orElseThrow(() -> Studio.notFound(text)))
                .distinct()
                .map(WorkflowId::new)
                .toList();
        return delete(call.tenant(), ids, Answer.ok(Map.of("deleted", ids.size())));
    }

    private Future<Answer> delete(Tenant tenant, List<WorkflowId> ids, Answer answer) {
        return ports.database()
                .transaction(tx -> studio.delete(tx, tenant, ids))
                .map(answer);
    }

    private Future<Answer> duplicate(Call call, WorkflowId id) {
        return idempotency.once(call, tx -> studio.copy(tx, call.tenant(), id)
                .map(draft -> Answer.created(WorkflowAnswer.of(call.tenant(), draft.workflow()))));
    }

    static Future<Answer> named(Call call, Function<WorkflowId, Future<Answer>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(WorkflowId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(Studio.notFound(id)));
    }
}
