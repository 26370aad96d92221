package io.godwit.inbound.processing;

import io.godwit.bus.Bus;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;

/** Stores raw reports for processing. Safe to share between threads. */
public final class ReportInbox {

    private final Database database;
    private final Bus bus;
    private final ReportStore store = new ReportStore();

    public ReportInbox(Database database, Bus bus) {
        this.database = database;
        this.bus = bus;
    }

    /**
     * Completes when the report is committed, with true when it is new; until then its sender must not get a positive reply.
     * Its effects are applied later.
     *
     * @param provider names the {@link ReportParser}
     * @param eventId at most 255 characters; a digest of the content for a report without an id
     */
    public Future<Boolean> accept(String provider, String eventId, String kind, Buffer raw) {
        var report = new RawReport(Ids.next(), provider, eventId, kind, raw, Instant.now(), 0);
        return store.insert(database.requests(), report)
                .onSuccess(ignored -> bus.publish(InboundMessages.ACCEPTED, new InboundMessages.Accepted(provider)));
    }
}
