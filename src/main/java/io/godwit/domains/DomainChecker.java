package io.godwit.domains;

import io.godwit.core.ChangeTopic;
import io.godwit.core.ContextPromise;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.DomainCheckStore.CheckIntervals;
import io.godwit.domains.DomainCheckStore.CheckResult;
import io.godwit.domains.DomainCheckStore.WrittenCheck;
import io.godwit.projects.ProjectMailer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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

/**
 * Checks the DNS records of domains, in the background and on request. One instance per node; safe to use from any context.
 */
public final class DomainChecker {

    /** The misses in a row, at different times, after which a verified domain is pending again. */
    private static final int MAX_MISSES = 3;

    /**
     * The time an old key's record should stay: an email is tried for two days and read, with its signature verified again,
     * some days later.
     */
    private static final Duration OLD_KEY_RETENTION = Duration.ofDays(7);

    private final Vertx vertx;
    private final Database database;
    private final SenderDomainService domains;
    private final DomainSettings settings;
    private final RequiredRecords records;
    private final RecordChecker checker;
    private final Predicate<DomainId> admit;
    private final DomainListStore domainList = new DomainListStore();
    private final DomainCheckStore store = new DomainCheckStore();
    private final DomainNotifier notifier;
    private final Map<CheckKey, Future<Checked>> running = new HashMap<>();

    /** A domain after its check, and the result of this check alone. */
    record Checked(Domain domain, VerificationResult result) {}

    private record CheckKey(DomainId id, boolean authoritative) {}

    /**
     * The parts that checks need.
     *
     * @param dns the resolver, which limits simultaneous look-ups
     * @param mailer sends emails to the members of the project
     */
    public record Dependencies(
            Vertx vertx, Database database, SenderDomainService domains, DnsResolver dns, ProjectMailer mailer) {}

    /** @param admit true: one more check of the domain may run now */
    public DomainChecker(Dependencies dependencies, DomainSettings settings, Predicate<DomainId> admit) {
        this.vertx = dependencies.vertx();
        this.database = dependencies.database();
        this.domains = dependencies.domains();
        this.settings = settings;
        this.records = new RequiredRecords(settings.wanted(), settings.ed25519());
        this.checker = new RecordChecker(dependencies.dns());
        this.notifier = new DomainNotifier(dependencies.mailer());
        this.admit = admit;
    }

    RequiredRecords records() {
        return records;
    }

    /**
     * Checks a domain of the project now, or joins the check of it in progress on this node; a trusted domain is proven without a
     * check. Completes when the result is stored. Fails with {@code RESOURCE_NOT_FOUND}, and with {@code RATE_LIMIT_EXCEEDED} when the
     * domain was checked too often.
     *
     * @param authoritative true: asks the name servers of the zone directly
     */
    Future<Checked> now(Tenant tenant, DomainId id, boolean authoritative) {
        return domainList
                .find(database.requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())))
                .compose(domain -> domain.trusted()
                        ? Future.succeededFuture(new Checked(domain, VerificationResult.PROVEN))
                        : joined(domain, authoritative));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Domain", id);
    }

    private Future<Checked> joined(Domain domain, boolean authoritative) {
        var promise = ContextPromise.<Checked>here(vertx);
        begin(domain, new CheckKey(domain.id(), authoritative)).onComplete(promise::answer);
        return promise.future();
    }

    private synchronized Future<Checked> begin(Domain domain, CheckKey key) {
        var inFlight = running.get(key);
        if (inFlight != null) {
            return inFlight;
        }
        if (!admit.test(domain.id())) {
            return Future.failedFuture(Failure.later(
                    Kind.RATE_LIMIT_EXCEEDED,
                    "This domain was checked " + settings.checksPerMinute() + " times within a minute. Wait a little.",
                    60));
        }
        var ended = Promise.<Checked>promise();
        running.put(key, ended.future());
        claimed(domain, key.authoritative()).eventually(() -> end(key)).onComplete(ended);
        return ended.future();
    }

    /** Removes a check before its callers are answered, so that a caller who asks again after its answer begins a new one. */
    private synchronized Future<Void> end(CheckKey key) {
        running.remove(key);
        return Future.succeededFuture();
    }

    private Future<Checked> claimed(Domain domain, boolean authoritative) {
        return store.claim(database.requests(), domain.tenant(), domain.id(), settings.lease())
                .map(found -> found.orElseThrow(() -> notFound(domain.id().toString())))
                .compose(locked -> withAllKeys(database.requests(), locked))
                .compose(locked -> {
                    var wanted = records.required(locked);
                    return write(database::transaction, locked, wanted, checker.inspect(wanted, authoritative));
                });
    }

    /**
     * Checks the domain that has waited longest, if one is due and not too many are being checked over all nodes. Look-ups
     * run one after the other, so the number of checks limits the number of simultaneous look-ups.
     */
    Future<Next> next() {
        var place = Ids.next();
        return store.claim(database.workers(), place, settings.lease())
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.IDLE)
                        : sweep(due.get())
                                .eventually(() -> store.release(database.workers(), place))
                                .map(Next.MORE));
    }

    private Future<Checked> sweep(Domain claimed) {
        return withAllKeys(database.workers(), claimed).compose(domain -> {
            var wanted = records.required(domain);
            return write(database::workerTransaction, domain, wanted, checker.inspectSlowly(wanted));
        });
    }

    /** Gives a domain the Ed25519 key that it lacks if it was added before the settings asked for one. */
    private Future<Domain> withAllKeys(SqlClient db, Domain domain) {
        return domains.completeKeys(db, domain)
                .compose(added -> added
                        ? domainList
                                .find(db, domain.tenant(), domain.id())
                                .map(found -> found.orElseThrow(
                                        () -> notFound(domain.id().toString())))
                        : Future.succeededFuture(domain));
    }

    /** Runs the transaction that writes the result: checks on request and background checks use different connections. */
    private interface CheckResultWriter {

        <T> Future<T> transaction(Function<SqlClient, Future<T>> work);
    }

    private Future<Checked> write(
            CheckResultWriter writer, Domain domain, List<DnsRecord> wanted, Future<List<RecordCheck>> inspection) {
        return inspection.compose(checks -> write(writer, domain, wanted, checks));
    }

    private Future<Checked> write(
            CheckResultWriter writer, Domain domain, List<DnsRecord> wanted, List<RecordCheck> checks) {
        var nextIsThere = nextIsThere(domain, checks);
        var result = nextIsThere
                ? VerificationResult.PROVEN
                : VerificationResult.of(checks.get(0).status());
        var known = IntStream.range(0, wanted.size())
                .mapToObj(at -> checks.get(at).after(domain.finding(wanted.get(at))))
                .toList();
        return writer.transaction(tx -> write(tx, domain, new CheckResult(result, known, nextIsThere)))
                .onSuccess(written -> publishChange(domain, written))
                .compose(written -> written.isPresent()
                        ? Future.succeededFuture(written.map(WrittenCheck::domain))
                        : domainList.find(database.requests(), domain.tenant(), domain.id()))
                .map(after ->
                        new Checked(after.orElseThrow(() -> notFound(domain.id().toString())), result));
    }

    private Future<Optional<WrittenCheck>> write(SqlClient tx, Domain before, CheckResult result) {
        return store.write(tx, before, result, intervals())
                .compose(written -> written.filter(WrittenCheck::changed).isEmpty()
                        ? Future.succeededFuture(written)
                        : notifyOwners(tx, before, written.get().domain(), result)
                                .map(written));
    }

    private Future<Void> notifyOwners(SqlClient tx, Domain before, Domain after, CheckResult result) {
        return notifyOfVerification(tx, before, after)
                .compose(ignored ->
                        result.nextKeyVerified() ? notifier.keyReplaced(tx, after) : Future.succeededFuture());
    }

    private Future<Void> notifyOfVerification(SqlClient tx, Domain before, Domain after) {
        if (before.verified() == after.verified()) {
            return Future.succeededFuture();
        }
        return after.verified()
                ? notifier.verified(tx, after)
                : notifier.unverified(tx, after, records.required(after).get(0));
    }

    private boolean nextIsThere(Domain domain, List<RecordCheck> checks) {
        return domain.next()
                .map(next -> records.next(domain, next))
                .map(record -> checks.stream()
                        .anyMatch(check -> check.isAbout(record) && check.status() == RecordCheck.Status.VALID))
                .orElse(false);
    }

    /** Evicts the domain on all nodes when its signing key, its verification or its hosts have changed. */
    private void publishChange(Domain before, Optional<WrittenCheck> written) {
        written.filter(each -> each.changed() || !each.domain().hosts().equals(before.hosts()))
                .ifPresent(ignored -> domains.publishChange(before.domainName()));
        written.filter(WrittenCheck::changed).ifPresent(ignored -> notifier.wakeSenders());
        written.ifPresent(ignored -> database.changes()
                .add(before.tenant().project(), ChangeTopic.DOMAIN, before.id().value()));
    }

    /**
     * The intervals of the next check, a tenth earlier or later, so that domains added together are not checked together
     * for ever.
     */
    private CheckIntervals intervals() {
        var every = settings.every().toMillis();
        var jittered = every * 9 / 10 + ThreadLocalRandom.current().nextLong(every / 5 + 1);
        return new CheckIntervals(
                Duration.ofMillis(jittered), Duration.ofMillis(every / 2), MAX_MISSES, OLD_KEY_RETENTION);
    }
}
