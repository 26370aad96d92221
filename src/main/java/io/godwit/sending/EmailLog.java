package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Looks into the log of emails. */
final class EmailLog {

    /** Rendering this many characters takes about a tenth of a millisecond. */
    private static final int RENDERED_ON_LOOP = 64 * 1024;

    private final Database database;
    private final EmailStore store = new EmailStore();
    private final ReceivedStore received = new ReceivedStore();
    private final Reading reading;
    private final OwnLinks links;
    private final WorkerExecutor workers;

    EmailLog(Database database, Reading reading, OwnLinks links, WorkerExecutor workers) {
        this.database = database;
        this.links = links;
        this.reading = reading;
        this.workers = workers;
    }

    /** The newest first; {@code total} counts what the filter finds, on the first page only. */
    Future<Page<EmailDetail.Item>> page(
            Tenant tenant, EmailFilter filter, int limit, Function<EmailId, String> cursor) {
        var total = filter.before().isPresent()
                ? Future.succeededFuture(0L)
                : store.count(database.requests(), tenant, filter);
        return store.list(database.requests(), tenant, filter, limit + 1)
                .compose(emails -> total.map(count -> page(emails, limit, count, cursor)));
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
        var base = base(email);
        return Future.all(files, attempts, events, inbound, base)
                .compose(all -> rendered(
                        email,
                        () -> reading.detail(
                                email,
                                files.result(),
                                attempts.result(),
                                events.result(),
                                inbound.result(),
                                base.result())));
    }

    /** As a mail from there would have it now. */
    private Future<Optional<String>> base(LoggedEmail email) {
        var summary = email.summary();
        return summary.from()
                .filter(from -> !email.isInbound())
                .map(from -> links.links(summary.projectId(), new EmailAddress(from).domain()))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<EmailDetail> rendered(LoggedEmail email, Supplier<EmailDetail> rendering) {
        return email.body().map(String::length).orElse(0) <= RENDERED_ON_LOOP
                ? Future.succeededFuture(rendering.get())
                : workers.executeBlocking(rendering::get, false);
    }

    private Page<EmailDetail.Item> page(
            List<LoggedEmail> emails, int limit, long total, Function<EmailId, String> cursor) {
        var hasMore = emails.size() > limit;
        var items = emails.stream().limit(limit).map(reading::item).toList();
        var next =
                hasMore ? Optional.of(cursor.apply(items.get(limit - 1).email().id())) : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }
}
