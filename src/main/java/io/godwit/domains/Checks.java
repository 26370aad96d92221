package io.godwit.domains;

import io.godwit.core.DomainId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Loop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.Waiter;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.CheckStore.Pace;
import io.godwit.domains.CheckStore.Result;
import io.godwit.domains.CheckStore.Written;
import io.godwit.projects.OwnersMail;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Checks domains, in the background and when somebody asks. One per node; safe to use from any context. */
public final class Checks {

    /** Answers that a record is not there, in a row and apart, after which a verified domain is pending again. */
    private static final int MISSES = 3;

    /** Mail is tried for two days and read, with its signature verified again, some days later. */
    private static final Duration OLD_KEY_KEPT = Duration.ofDays(7);

    private final Vertx vertx;
    private final Database database;
    private final Domains domains;
    private final DomainSettings settings;
    private final Records records;
    private final Inspector inspector;
    private final Predicate<DomainId> admit;
    private final CheckStore store = new CheckStore();
    private final DomainNews news;
    private final Map<Asked, Future<Checked>> running = new HashMap<>();

    /** A domain as it was found, and what the look itself said. */
    record Checked(Domain domain, Proof proof) {}

    private record Asked(DomainId id, boolean straight) {}

    /**
     * The rooms checks work with.
     *
     * @param dns bounds how much is asked at once
     * @param mail to those who have to know
     */
    public record Ports(Vertx vertx, Database database, Domains domains, Dns dns, OwnersMail mail) {}

    /** @param admit whether callers may have the domain checked once more now */
    public Checks(Ports ports, DomainSettings settings, Predicate<DomainId> admit) {
        this.vertx = ports.vertx();
        this.database = ports.database();
        this.domains = ports.domains();
        this.settings = settings;
        this.records = new Records(settings.wanted());
        this.inspector = new Inspector(ports.dns());
        this.news = new DomainNews(ports.mail());
        this.admit = admit;
    }

    Records records() {
        return records;
    }

    /**
     * Checks a domain of the project now, or waits for the check of it that is under way on this node. Fails with {@code
     * RESOURCE_NOT_FOUND}, and with {@code RATE_LIMIT_EXCEEDED} when it was checked too often.
     *
     * @param straight at the servers of its zone's owner
     */
    Future<Checked> now(Tenant tenant, DomainId id, boolean straight) {
        return store.find(database.requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())))
                .compose(domain -> domain.vouched()
                        ? Future.succeededFuture(new Checked(domain, Proof.PROVEN))
                        : joined(domain, straight));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Domain", id);
    }

    private Future<Checked> joined(Domain domain, boolean straight) {
        var waiter = Waiter.<Checked>here(vertx);
        begin(domain, new Asked(domain.id(), straight)).onComplete(waiter::answer);
        return waiter.future();
    }

    private synchronized Future<Checked> begin(Domain domain, Asked asked) {
        var underWay = running.get(asked);
        if (underWay != null) {
            return underWay;
        }
        if (!admit.test(domain.id())) {
            return Future.failedFuture(Failure.later(
                    Kind.RATE_LIMIT_EXCEEDED,
                    "This domain was checked " + settings.checksPerMinute() + " times within a minute. Wait a little.",
                    60));
        }
        var begun = claimed(domain, asked.straight());
        running.put(asked, begun);
        return begun.onComplete(ended -> end(asked));
    }

    private synchronized void end(Asked asked) {
        running.remove(asked);
    }

    private Future<Checked> claimed(Domain domain, boolean straight) {
        return store.claim(database.requests(), domain.tenant(), domain.id(), settings.lease())
                .map(found -> found.orElseThrow(() -> notFound(domain.id().toString())))
                .compose(ours -> {
                    var wanted = records.of(ours);
                    return write(database::transaction, ours, wanted, inspector.inspect(wanted, straight));
                });
    }

    /**
     * Checks the domain that has waited longest, if one is due and not too many are being checked, over all nodes. One question
     * after the other: so many checks are so many questions.
     */
    Future<Next> next() {
        var place = Ids.next();
        return store.claim(database.workers(), place, settings.lease())
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.REST)
                        : sweep(due.get())
                                .eventually(() -> store.release(database.workers(), place))
                                .map(Next.AGAIN));
    }

    private Future<Checked> sweep(Domain domain) {
        var wanted = records.of(domain);
        return write(database::workerTransaction, domain, wanted, inspector.inspectSlowly(wanted));
    }

    /** Where the result is written: those who wait and those who do not have connections of their own. */
    private interface Room {

        <T> Future<T> transaction(Function<SqlClient, Future<T>> work);
    }

    private Future<Checked> write(Room room, Domain domain, List<DnsRecord> wanted, Future<List<Finding>> inspection) {
        return inspection.compose(findings -> write(room, domain, wanted, findings));
    }

    private Future<Checked> write(Room room, Domain domain, List<DnsRecord> wanted, List<Finding> findings) {
        var nextIsThere = nextIsThere(domain, findings);
        var proof = nextIsThere ? Proof.PROVEN : Proof.of(findings.get(0).status());
        var known = IntStream.range(0, wanted.size())
                .mapToObj(at -> findings.get(at).after(domain.finding(wanted.get(at))))
                .toList();
        return room.transaction(tx -> write(tx, domain, new Result(proof, known, nextIsThere)))
                .onSuccess(written -> announce(domain, written))
                .compose(written -> written.isPresent()
                        ? Future.succeededFuture(written.map(Written::domain))
                        : store.find(database.requests(), domain.tenant(), domain.id()))
                .map(after ->
                        new Checked(after.orElseThrow(() -> notFound(domain.id().toString())), proof));
    }

    private Future<Optional<Written>> write(SqlClient tx, Domain before, Result result) {
        return store.write(tx, before, result, pace())
                .compose(written -> written.filter(Written::changed).isEmpty()
                        ? Future.succeededFuture(written)
                        : tell(tx, before, written.get().domain(), result).map(written));
    }

    private Future<Void> tell(SqlClient tx, Domain before, Domain after, Result result) {
        return moved(tx, before, after)
                .compose(told -> result.nextIsThere() ? news.keyReplaced(tx, after) : Future.succeededFuture());
    }

    private Future<Void> moved(SqlClient tx, Domain before, Domain after) {
        if (before.verified() == after.verified()) {
            return Future.succeededFuture();
        }
        return after.verified()
                ? news.verified(tx, after)
                : news.unverified(tx, after, records.of(after).get(0));
    }

    private boolean nextIsThere(Domain domain, List<Finding> findings) {
        return domain.next()
                .map(next -> records.next(domain, next))
                .map(record -> findings.stream()
                        .anyMatch(finding -> finding.isAbout(record) && finding.status() == Finding.Status.VALID))
                .orElse(false);
    }

    /** Who sends has to know what is signed, and which hosts lead to us. */
    private void announce(Domain before, Optional<Written> written) {
        written.filter(each -> each.changed() || !each.domain().hosts().equals(before.hosts()))
                .ifPresent(changed -> domains.announce(before.domainName()));
        written.filter(Written::changed).ifPresent(changed -> news.announce());
    }

    /** A tenth earlier or later, so that domains added together are not checked together for ever. */
    private Pace pace() {
        var every = settings.every().toMillis();
        var jittered = every * 9 / 10 + ThreadLocalRandom.current().nextLong(every / 5 + 1);
        return new Pace(Duration.ofMillis(jittered), Duration.ofMillis(every / 2), MISSES, OLD_KEY_KEPT);
    }
}
