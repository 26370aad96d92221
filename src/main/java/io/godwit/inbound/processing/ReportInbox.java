package io.godwit.inbound.processing;

import io.godwit.bus.Bus;
import io.godwit.core.id.EmailId;
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
        return store.insert(database.requests(), report(provider, eventId, kind, raw))
                .onSuccess(ignored -> publish(provider));
    }

    /**
     * Accepts a message to the signed return path of an email. Completes with false, and nothing is stored, when the return path got 10
     * messages within an hour or 50 MB within a day; a message that was there before does not count again.
     */
    public Future<Boolean> accept(EmailId returnPath, String provider, String eventId, String kind, Buffer raw) {
        return store.insert(database.requests(), report(provider, eventId, kind, raw), returnPath)
                .onSuccess(stored -> {
                    if (stored) {
                        publish(provider);
                    }
                });
    }

    private static RawReport report(String provider, String eventId, String kind, Buffer raw) {
        return new RawReport(Ids.next(), provider, eventId, kind, raw, Instant.now(), 0);
    }

    private void publish(String provider) {
        bus.publish(InboundMessages.ACCEPTED, new InboundMessages.Accepted(provider));
    }
}
