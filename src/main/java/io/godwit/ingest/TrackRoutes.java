package io.godwit.ingest;

import io.godwit.core.ContactId;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.Vault;
import io.godwit.events.Events;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * {@code POST /v1/track}, and its twin for the dashboard, which no public key opens and which also takes an event of a contact
 * by its id.
 */
public final class TrackRoutes implements Routes {

    private final Ingest ingest;
    private final Pseudonyms pseudonyms;
    private final NamedEvents named;
    private final Idempotency idempotency;

    public TrackRoutes(Ingest ingest, Events events, Idempotency idempotency, Vault vault) {
        this.ingest = ingest;
        this.pseudonyms = new Pseudonyms(vault);
        this.named = new NamedEvents(events);
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.post("/v1/track")
                .alias("/track")
                .access(Access.ANY_KEY)
                .idempotent()
                .to(this::track);
        api.post("/events/track")
                .idempotent()
                .to(call -> call.body().has("name") && !call.body().has("event") ? record(call) : track(call));
    }

    private Future<Answer> record(Call call) {
        var request = NamedEventRequest.parse(call.body());
        return idempotency.once(
                call, tx -> named.append(tx, call.tenant(), request).map(Answer::created));
    }

    private Future<Answer> track(Call call) {
        var tenant = call.tenant();
        var request = TrackRequest.parse(call.body(), tenant.caller());
        var pseudonym = tenant.caller() == Caller.PUBLIC_KEY
                ? Optional.of(pseudonyms.of(tenant.project(), request.email()))
                : Optional.<ContactId>empty();
        return ingest.accept(new TrackEntry(tenant, call.claim(), call.clientAddress(), request, pseudonym));
    }
}
