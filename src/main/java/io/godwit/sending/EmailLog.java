package io.godwit.sending;

import io.godwit.core.EmailId;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks into the log of emails. */
final class EmailLog {

    /** Rendering this many characters takes about a tenth of a millisecond. */
    private static final int RENDERED_ON_LOOP = 64 * 1024;

    /** Of a long log so many mails are looked at for one page, some 0.1 s: a status may be none's. */
    private static final int LOOKED_AT = 200_000;

    private final Database database;
    private final EmailStore store = new EmailStore();
    private final ReceivedStore received = new ReceivedStore();
    private final Reading reading;
    private final WorkerExecutor workers;
    private final int lookedAt;

    EmailLog(Database database, Reading reading, WorkerExecutor workers) {
        this(database, reading, workers, LOOKED_AT);
    }

    EmailLog(Database database, Reading reading, WorkerExecutor workers, int lookedAt) {
        this.database = database;
        this.reading = reading;
        this.workers = workers;
        this.lookedAt = lookedAt;
    }

    /**
     * The newest first; {@code total} counts what the filter finds, on the first page only. A page of a status that no index
     * tells may be short, and the next one goes on where it stopped looking; {@code total} counts what it has looked at.
     */
    Future<Page<EmailDetail.Item>> page(
            Tenant tenant, EmailFilter filter, int limit, Function<EmailId, String> cursor) {
        return end(tenant, filter).compose(end -> page(tenant, filter, end, limit, cursor));
    }

    /** The last one that is looked at, when there are more behind it. */
    private Future<Optional<EmailId>> end(Tenant tenant, EmailFilter filter) {
        return filter.isWalk()
                ? store.behind(database.requests(), tenant, filter, lookedAt)
                : Future.succeededFuture(Optional.empty());
    }

    private Future<Page<EmailDetail.Item>> page(
            Tenant tenant, EmailFilter filter, Optional<EmailId> end, int limit, Function<EmailId, String> cursor) {
        var total = filter.before().isPresent()
                ? Future.succeededFuture(0L)
                : store.count(database.requests(), tenant, filter, end);
        return store.list(database.requests(), tenant, filter, end, limit + 1)
                .compose(emails -> total.map(count -> page(emails, end, limit, count, cursor)));
    }

    Future<Optional<LoggedEmail>> find(Tenant tenant, EmailId id) {
        return store.find(database.requests(), tenant, id);
    }

    /** With its files, attempts and events; empty for an unknown or foreign id. */
    Future<Optional<EmailDetail>> detail(Tenant tenant, EmailId id) {
        return find(tenant, id)
                .compose(found -> found.map(email -> detail(tenant, email).map(Optional::of))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty())));
    }

    /** A file of a mail that came in, by its place, which begins with 0. */
    Future<Optional<EmailDetail.Download>> file(Tenant tenant, EmailId id, int place) {
        return received.file(database.requests(), tenant, id, place);
    }

    private Future<EmailDetail> detail(Tenant tenant, LoggedEmail email) {
        var db = database.requests();
        var id = email.summary().id();
        var files = store.files(db, tenant, email);
        var attempts = store.attempts(db, tenant, id);
        var events = store.events(db, tenant, id);
        var inbound = email.isInbound()
                ? received.find(db, tenant, id)
                : Future.succeededFuture(Optional.<EmailDetail.Inbound>empty());
        return Future.all(files, attempts, events, inbound)
                .compose(all -> rendered(email, files.result(), attempts.result(), events.result(), inbound.result()));
    }

    private Future<EmailDetail> rendered(
            LoggedEmail email,
            List<EmailDetail.File> files,
            List<EmailDetail.Attempt> attempts,
            List<EmailDetail.Happening> events,
            Optional<EmailDetail.Inbound> inbound) {
        return email.body().map(String::length).orElse(0) <= RENDERED_ON_LOOP
                ? Future.succeededFuture(reading.detail(email, files, attempts, events, inbound))
                : workers.executeBlocking(() -> reading.detail(email, files, attempts, events, inbound), false);
    }

    private Page<EmailDetail.Item> page(
            List<LoggedEmail> emails, Optional<EmailId> end, int limit, long total, Function<EmailId, String> cursor) {
        var items = emails.stream().limit(limit).map(reading::item).toList();
        var last =
                emails.size() > limit ? Optional.of(items.get(limit - 1).email().id()) : end;
        return new Page<>(items, last.map(cursor), last.isPresent(), total);
    }
}
