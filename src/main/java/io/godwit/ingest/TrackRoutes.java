package io.godwit.ingest;

import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/** {@code POST /v1/track}, and its twin for the dashboard, which no public key opens. */
public final class TrackRoutes implements Routes {

    private final Ingest ingest;

    public TrackRoutes(Ingest ingest) {
        this.ingest = ingest;
    }

    @Override
    public void mount(Api api) {
        api.post("/v1/track")
                .alias("/track")
                .access(Access.ANY_KEY)
                .idempotent()
                .to(this::track);
        api.post("/events/track").idempotent().to(this::track);
    }

    private Future<Answer> track(Call call) {
        var request = TrackRequest.parse(call.body());
        return ingest.accept(new TrackEntry(call.tenant(), call.claim(), call.clientAddress(), request));
    }
}
