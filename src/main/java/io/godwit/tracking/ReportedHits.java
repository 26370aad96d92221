package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores the opens and clicks that a provider reports; they are counted like those of our own links. */
public final class ReportedHits {

    private final HitStore store = new HitStore();

    /**
     * A reported open or click.
     *
     * @param link the target of a click; empty for an open
     * @param userAgent empty when the provider does not report it, which does not indicate a scanner
     */
    public record Reported(
            ProjectId project, EmailId email, Instant at, Optional<String> link, Optional<String> userAgent) {}

    /** Stores the hits in the caller's transaction; they are counted soon after its commit. */
    public Future<Void> add(SqlClient tx, List<Reported> reported) {
        return reported.isEmpty()
                ? Future.succeededFuture()
                : store.insert(tx, reported.stream().map(ReportedHits::hit).toList());
    }

    private static Hit hit(Reported one) {
        return new Hit(
                one.project(),
                Ids.next(),
                one.email(),
                one.link().isPresent() ? Hit.Kind.CLICK : Hit.Kind.OPEN,
                one.link(),
                one.userAgent().map(HitClass::of).orElse(HitClass.HUMAN),
                one.userAgent(),
                Optional.empty(),
                one.at(),
                0);
    }
}
