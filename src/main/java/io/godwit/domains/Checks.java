package io.godwit.domains;

import io.godwit.core.DomainId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Loop.Next;
import io.godwit.core.Patience;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.Waiter;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.CheckStore.Pace;
import io.godwit.domains.CheckStore.Result;
import io.godwit.domains.CheckStore.Written;
import io.godwit.projects.Actor;
import io.godwit.projects.Audit;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
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

    /** A check takes no longer; what was not answered by then is unknown. */
    private static final Duration LIMIT = Duration.ofSeconds(9);

    /** Answers that a record is not there, in a row and apart, after which a verified domain is pending again. */
    private static final int MISSES = 3;

    /** Mail is tried for two days and read, with its signature verified again, some days later. */
    private static final Duration OLD_KEY_KEPT = Duration.ofDays(7);

    private static final Actor OURSELVES = new Actor(Optional.empty(), Caller.SYSTEM);

    private final Vertx vertx;
    private final Database database;
    private final Domains domains;
    private final DomainSettings settings;
    private final Records records;
    private final Inspector inspector;
    private final Predicate<DomainId> admit;
    private final CheckStore store = new CheckStore();
    private final Audit audit = new Audit();
    private final Map<Asked, Future<Checked>> running = new HashMap<>();

    /** A domain as it was found, and what the look itself said. */
    record Checked(Domain domain, Proof proof) {}

    private record Asked(DomainId id, boolean straight) {}

    /**
     * Asks {@code dns}, which bounds how much is asked at once.
     *
     * @param admit whether callers may have the domain checked once more now
     */
    public Checks(
            Vertx vertx,
            Database database,
            Domains domains,
            Dns dns,
            DomainSettings settings,
            Predicate<DomainId> admit) {
        this.vertx = vertx;
        this.database = database;
        this.domains = domains;
        this.settings = settings;
        this.records = new Records(settings.wanted());
        this.inspector = new Inspector(dns);
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
                .compose(ours -> check(database::transaction, ours, straight));
    }

    /** Checks the domain that has waited longest, if one is due. */
    Future<Next> next() {
        return store.claim(database.workers(), settings.lease())
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.REST)
                        : check(database::workerTransaction, due.get(), false).map(Next.AGAIN));
    }

    /** Where the result is written: those who wait and those who do not have connections of their own. */
    private interface Room {

        <T> Future<T> transaction(Function<SqlClient, Future<T>> work);
    }

    private Future<Checked> check(Room room, Domain domain, boolean straight) {
        var wanted = records.of(domain);
        return Patience.within(LIMIT, inspector.inspect(wanted, straight))
                .otherwise(late -> wanted.stream().map(Finding::unknown).toList())
                .compose(findings -> write(room, domain, wanted, findings));
    }

    private Future<Checked> write(Room room, Domain domain, List<DnsRecord> wanted, List<Finding> findings) {
        var nextIsThere = nextIsThere(domain, findings);
        var proof = nextIsThere ? Proof.PROVEN : Proof.of(findings.get(0).status());
        var known = IntStream.range(0, wanted.size())
                .mapToObj(at -> findings.get(at).after(domain.finding(wanted.get(at))))
                .toList();
        return room.transaction(tx -> write(tx, domain, new Result(proof, known, nextIsThere)))
                .onSuccess(this::announce)
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
                        : record(tx, before, written.get().domain(), result).map(written));
    }

    /** Nobody did it: the DNS says so. */
    private Future<Void> record(SqlClient tx, Domain before, Domain after, Result result) {
        var actions = new ArrayList<String>();
        if (before.verified() != after.verified()) {
            actions.add(after.verified() ? "domain.verified" : "domain.unverified");
        }
        if (result.nextIsThere()) {
            actions.add("domain.key.replaced");
        }
        return record(tx, after, actions);
    }

    private Future<Void> record(SqlClient tx, Domain domain, List<String> actions) {
        return actions.isEmpty()
                ? Future.succeededFuture()
                : audit.record(tx, domain.tenant(), OURSELVES, actions.get(0), Map.of("domain", domain.name()))
                        .compose(written -> record(tx, domain, actions.subList(1, actions.size())));
    }

    private boolean nextIsThere(Domain domain, List<Finding> findings) {
        return domain.next()
                .map(next -> records.next(domain, next))
                .map(record -> findings.stream()
                        .anyMatch(finding -> finding.isAbout(record) && finding.status() == Finding.Status.VALID))
                .orElse(false);
    }

    private void announce(Optional<Written> written) {
        written.filter(Written::changed)
                .ifPresent(changed -> domains.announce(changed.domain().domainName()));
    }

    /** A tenth earlier or later, so that domains added together are not checked together for ever. */
    private Pace pace() {
        var every = settings.every().toMillis();
        var jittered = every * 9 / 10 + ThreadLocalRandom.current().nextLong(every / 5 + 1);
        return new Pace(Duration.ofMillis(jittered), Duration.ofMillis(every / 2), MISSES, OLD_KEY_KEPT);
    }
}
