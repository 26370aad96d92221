package io.godwit.system;

import io.godwit.db.Database;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.DeliveryCheck;
import io.godwit.delivery.check.SenderDomainStore;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs the delivery check for the verified domains of this installation. */
public final class DeliveryCheckReader {

    /** Domains that are checked at most; each takes some DNS queries and a connection. */
    private static final int MAX_DOMAINS = 10;

    private final Database database;
    private final DeliveryCheck check;
    private final SenderDomainStore domains = new SenderDomainStore();

    public DeliveryCheckReader(Database database, DeliveryCheck check) {
        this.database = database;
        this.check = check;
    }

    /** The answer of {@code GET /system/delivery-check}. */
    record DeliveryCheckResponse(Instant time, List<DeliveryCheckLine> checks) {}

    /**
     * The result of one check.
     *
     * @param check its name, such as {@code reverse-name}
     * @param subject the address or domain that was checked
     * @param advice what to do, often the DNS record to add; null when nothing is to be done
     */
    record DeliveryCheckLine(
            String check, String subject, CheckResult.State state, String finding, Optional<String> advice) {

        static DeliveryCheckLine of(CheckResult result) {
            return new DeliveryCheckLine(
                    result.name(), result.subject(), result.state(), result.finding(), result.advice());
        }
    }

    Future<DeliveryCheckResponse> read() {
        return domains.list(database.workers(), MAX_DOMAINS)
                .compose(check::run)
                .map(results -> new DeliveryCheckResponse(
                        Instant.now(),
                        results.stream().map(DeliveryCheckLine::of).toList()));
    }
}
