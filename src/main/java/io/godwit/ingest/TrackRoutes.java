package io.godwit.ingest;

import io.godwit.core.Crypto;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ContactId;
import io.godwit.events.EventAppender;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Handles {@code POST /v1/track}, and the dashboard's version of it, which accepts no public key and also takes an event of a
 * contact by its id.
 */
public final class TrackRoutes implements Routes {

    private final IngestGateway ingest;
    private final PseudonymGenerator pseudonyms;
    private final NamedEventAppender named;
    private final IdempotentHandler idempotency;

    public TrackRoutes(IngestGateway ingest, EventAppender events, IdempotentHandler idempotency, Crypto crypto) {
        this.ingest = ingest;
        this.pseudonyms = new PseudonymGenerator(crypto);
        this.named = new NamedEventAppender(events);
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/v1/track")
                .alias("/track")
                .access(Access.ANY_KEY)
                .idempotent()
                .body(body -> TrackRequest.parse(body, Caller.SECRET_KEY))
                .answers(TrackCall.TrackResponse.class)
                .to(this::track);
        api.post("/events/track")
                .idempotent()
                .body(body -> TrackRequest.parse(body, Caller.SECRET_KEY))
                .body(NamedEventRequest::parse)
                .answers(TrackCall.TrackResponse.class)
                .answers(201, NamedEventAppender.AppendedEvent.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(call -> call.body().has("name") && !call.body().has("event") ? record(call) : track(call));
    }

    private Future<ApiResponse> record(ApiRequest call) {
        var request = NamedEventRequest.parse(call.body());
        return idempotency.once(
                call, tx -> named.append(tx, call.tenant(), request).map(ApiResponse::created));
    }

    private Future<ApiResponse> track(ApiRequest call) {
        var tenant = call.tenant();
        var request = TrackRequest.parse(call.body(), tenant.caller());
        var pseudonym = tenant.caller() == Caller.PUBLIC_KEY
                ? Optional.of(pseudonyms.pseudonym(tenant.project(), request.email()))
                : Optional.<ContactId>empty();
        return ingest.accept(
                new TrackCall(tenant, call.claim(), call.clientAddress(), request, pseudonym, call.trace()));
    }
}
