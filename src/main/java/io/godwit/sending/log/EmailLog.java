package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.db.Database;
import io.godwit.sending.log.EmailFilter.Plan;
import io.godwit.sending.rendering.LinkHosts;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists the emails of the log and shows their details. */
final class EmailLog {

    /** Rendering this many characters takes about a tenth of a millisecond. */
    private static final int RENDERED_ON_LOOP = 64 * 1024;

    /** Max rows scanned for one page, and max rows counted, some 0.1 s: no row may have the status. */
    private static final int LOOKED_AT = 100_000;

    private final Database database;
    private final EmailLogStore store;
    private final ReceivedDetail.Lookup received;
    private final EmailLogRenderer renderer;
    private final LinkHosts links;
    private final WorkerExecutor workers;
    private final int lookedAt;

    EmailLog(
            Database database,
            MessageIdCodec ids,
            EmailLogRenderer renderer,
            ReceivedDetail.Lookup received,
            LinkHosts links,
            WorkerExecutor workers) {
        this(database, ids, renderer, received, links, workers, LOOKED_AT);
    }

    EmailLog(
            Database database,
            MessageIdCodec ids,
            EmailLogRenderer renderer,
            ReceivedDetail.Lookup received,
            LinkHosts links,
            WorkerExecutor workers,
            int lookedAt) {
        this.received = received;
        this.database = database;
        this.store = new EmailLogStore(ids, workers);
        this.links = links;
        this.renderer = renderer;
        this.workers = workers;
        this.lookedAt = lookedAt;
    }

    /**
     * Returns a page, the newest first; {@code total} counts the matching emails, on the first page only, up to 100,000 (10,000
     * for a rare status). A page of a status without an index may be short: the next page continues where the scan stopped, and
     * {@code total} counts within the scanned rows.
     */
    Future<Page<EmailDetail.Item>> page(
            Tenant tenant, EmailFilter filter, int limit, Function<EmailId, String> cursor) {
        return store.spanned(database.requests(), tenant, filter)
                .compose(spanned -> spanned.plan() == Plan.SCAN
                        ? scanned(tenant, filter, spanned, limit)
                        : read(tenant, filter, spanned, limit))
                .map(found -> page(found, limit, cursor));
    }

    /** The emails of a page; {@code end} is the last scanned row, when more rows follow. */
    private record Found(List<LoggedEmail> emails, Optional<EmailId> end, long total) {}

    private Future<Found> read(Tenant tenant, EmailFilter filter, EmailFilter spanned, int limit) {
        var total = total(tenant, filter, spanned);
        return store.list(database.requests(), tenant, spanned, limit + 1, lookedAt)
                .compose(emails -> total.map(count -> new Found(emails, Optional.empty(), count)));
    }

    /** Scans to a row that is fixed first: emails added meanwhile must not move the rest into the next page. */
    private Future<Found> scanned(Tenant tenant, EmailFilter filter, EmailFilter spanned, int limit) {
        var db = database.requests();
        return store.last(db, tenant, spanned, lookedAt).compose(end -> {
            var scan = end.map(spanned::from).orElse(spanned);
            if (!filter.bounds().isLater() && EmailQuery.isCountedByScan(counted(filter, spanned))) {
                return store.counted(db, tenant, scan, limit + 1, 2 * lookedAt)
                        .map(found -> new Found(found.emails(), end, found.total()));
            }
            var total = total(tenant, filter, spanned);
            return store.list(db, tenant, scan, limit + 1, 2 * lookedAt)
                    .compose(emails -> total.map(count -> new Found(emails, end, count)));
        });
    }

    private Future<Long> total(Tenant tenant, EmailFilter filter, EmailFilter spanned) {
        return filter.bounds().isLater()
                ? Future.succeededFuture(0L)
                : store.count(database.requests(), tenant, counted(filter, spanned), lookedAt);
    }

    private static EmailFilter counted(EmailFilter filter, EmailFilter spanned) {
        return filter.status().isPresent() ? spanned : filter;
    }

    Future<Optional<LoggedEmail>> find(Tenant tenant, EmailId id) {
        return store.find(database.requests(), tenant, id);
    }

    /** Returns the email with its files, attempts and events; empty for an id that is unknown or of another project. */
    Future<Optional<EmailDetail>> detail(Tenant tenant, EmailId id) {
        return find(tenant, id)
                .compose(found -> found.map(email -> detail(tenant, email).map(Optional::of))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty())));
    }

    private Future<EmailDetail> detail(Tenant tenant, LoggedEmail email) {
        var db = database.requests();
        var id = email.summary().id();
        var files = store.files(db, tenant, email);
        var attempts = store.attempts(db, tenant, id);
        var events = store.events(db, tenant, id);
        var inbound = email.isInbound()
                ? received.find(db, tenant, id)
                : Future.succeededFuture(Optional.<ReceivedDetail>empty());
        var base = base(email);
        return Future.all(files, attempts, events, inbound, base)
                .compose(ignored -> rendered(
                        email,
                        () -> renderer.detail(
                                email,
                                files.result(),
                                attempts.result(),
                                events.result(),
                                inbound.result(),
                                base.result())));
    }

    /** Returns the base of links that an email from this sender would have now. */
    private Future<Optional<String>> base(LoggedEmail email) {
        var summary = email.summary();
        return summary.from()
                .filter(ignored -> !email.isInbound())
                .map(from -> links.links(summary.projectId(), new EmailAddress(from).domain()))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<EmailDetail> rendered(LoggedEmail email, Supplier<EmailDetail> rendering) {
        var size = email.body().map(String::length).orElse(0)
                + email.raw().map(message -> message.length).orElse(0);
        return size <= RENDERED_ON_LOOP
                ? Future.succeededFuture(rendering.get())
                : workers.executeBlocking(rendering::get, false);
    }

    private Page<EmailDetail.Item> page(Found found, int limit, Function<EmailId, String> cursor) {
        var items = found.emails().stream().limit(limit).map(renderer::item).toList();
        var last = found.emails().size() > limit
                ? Optional.of(items.get(limit - 1).email().id())
                : found.end();
        return new Page<>(items, last.map(cursor), last.isPresent(), found.total());
    }
}
