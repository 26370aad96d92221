package io.godwit.domains;

import io.godwit.domains.DomainCheckStore.CheckIntervals;
import io.godwit.domains.DomainCheckStore.CheckResult;
import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The domains that are due for a check as a leased queue. Apart from it are the check that somebody asks for, which takes a
 * domain from whoever is at it, and the places that bound how many are checked at once.
 */
class DomainCheckLeaseTest extends LeasedQueueContract<Domain> {

    private final DomainCheckStore store = new DomainCheckStore();

    DomainCheckLeaseTest() {
        super("domains", DomainCheckStore.class, Domain.class);
    }

    /** The lease is in the due time alone: a row that is held is in no other way different from one that waits. */
    @Override
    protected List<String> clocks() {
        return List.of("check_at");
    }

    @Override
    protected UUID add() {
        var project = UUID.randomUUID();
        var domain = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
        db.query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key)
                VALUES (?, ?, ?, 'key', '\\x00', '\\x00')
                """, project, domain, domain + ".example.org");
        return domain;
    }

    /** Gives the place back at once, so that every row finds one. */
    @Override
    protected Future<List<Domain>> claim(SqlClient client, Duration lease) {
        var place = UUID.randomUUID();
        return store.claim(client, place, lease).compose(domain -> store.release(client, place)
                .map(ignored -> domain.stream().toList()));
    }

    @Override
    protected UUID id(Domain claimed) {
        return claimed.id().value();
    }

    @Override
    protected long fence(Domain claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<Domain>> writes() {
        return Map.of("proof", (client, domain) -> write(client, domain, VerificationResult.PROVEN));
    }

    @Override
    protected Map<String, FencedWrite<Domain>> ends() {
        return writes();
    }

    @Override
    protected Pause<Domain> pause() {
        return new Pause<>(LEASE, (client, domain) -> write(client, domain, VerificationResult.UNKNOWN));
    }

    private Future<?> write(SqlClient client, Domain domain, VerificationResult result) {
        return store.write(
                client,
                domain,
                new CheckResult(result, List.of(), false),
                new CheckIntervals(LEASE, Duration.ofHours(1), 3, Duration.ofDays(7)));
    }

    /** None: a check asks a few questions, each bounded; one that outlives its lease is made again, and its own result is void. */
    @Override
    protected Optional<FencedWrite<Domain>> renewal() {
        return Optional.empty();
    }

    /** None: a check ends with what was found, be it that nobody answered, and the next one has its time. */
    @Override
    protected Optional<FencedWrite<Domain>> release() {
        return Optional.empty();
    }

    /** None: a check asks name servers bounded questions, and one that was cut off is simply made again. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
