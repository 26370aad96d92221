package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.db.Database;
import io.godwit.sending.LinkHosts;
import io.godwit.sending.log.EmailFilter.Plan;
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

    /** So many mails are looked at for one page, and so many are counted, some 0.1 s: a status may be nobody's. */
    private static final int LOOKED_AT = 100_000;

    private final Database database;
    private final EmailLogStore store;
    private final ReceivedEmailStore received = new ReceivedEmailStore();
    private final EmailLogRenderer reading;
    private final LinkHosts links;
    private final WorkerExecutor workers;
    private final int lookedAt;

    EmailLog(Database database, MessageIdCodec ids, EmailLogRenderer reading, LinkHosts links, WorkerExecutor workers) {
        this(database, ids, reading, links, workers, LOOKED_AT);
    }

    EmailLog(
            Database database,
            MessageIdCodec ids,
            EmailLogRenderer reading,
            LinkHosts links,
            WorkerExecutor workers,
            int lookedAt) {
        this.database = database;
        this.store = new EmailLogStore(ids);
        this.links = links;
        this.reading = reading;
        this.workers = workers;
        this.lookedAt = lookedAt;
    }

    /**
     * The newest first; {@code total} counts what the filter finds, on the first page only, and stays at 100,000 beyond that (at
     * 10,000 of a rare status). A page of a status that no index tells may be short: the next one goes on where it stopped
     * looking, and {@code total} is of what was looked at.
     */
    Future<Page<EmailDetail.Item>> page(
            Tenant tenant, EmailFilter filter, int limit, Function<EmailId, String> cursor) {
        var db = database.requests();
        return store.spanned(db, tenant, filter).compose(spanned -> {
            var total = filter.bounds().isLater()
                    ? Future.succeededFuture(0L)
                    : store.count(db, tenant, filter.status().isPresent() ? spanned : filter, lookedAt);
            return store.list(db, tenant, spanned, limit + 1, lookedAt)
                    .compose(emails -> emails.size() <= limit && spanned.plan() == Plan.WALK
                            ? shortPage(tenant, spanned, emails, limit)
                            : Future.succeededFuture(new Found(emails, Optional.empty())))
                    .compose(found -> total.map(count -> page(found, limit, count, cursor)));
        });
    }

    /** What a page is made of; {@code end} is where it stopped looking, when there is more behind. */
    private record Found(List<LoggedEmail> emails, Optional<EmailId> end) {}

    /** Looks again from a fixed place on: mail that has come meanwhile must not move what is behind it into the next page. */
    private Future<Found> shortPage(Tenant tenant, EmailFilter filter, List<LoggedEmail> seen, int limit) {
        var db = database.requests();
        return store.last(db, tenant, filter, lookedAt)
                .compose(end -> end.isEmpty()
                        ? Future.succeededFuture(new Found(seen, end))
                        : store.list(db, tenant, filter.from(end.get()), limit + 1, 2 * lookedAt)
                                .map(emails -> new Found(emails, end)));
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

    private Page<EmailDetail.Item> page(Found found, int limit, long total, Function<EmailId, String> cursor) {
        var items = found.emails().stream().limit(limit).map(reading::item).toList();
        var last = found.emails().size() > limit
                ? Optional.of(items.get(limit - 1).email().id())
                : found.end();
        return new Page<>(items, last.map(cursor), last.isPresent(), total);
    }
}
