package io.godwit.inbound.processing;

import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.SingleLine;
import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.events.EventAppender;
import io.godwit.inbound.settings.InboundSettings;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the effects of up to some hundred reports per transaction and marks them processed in it, so each takes effect
 * exactly once. Reports are locked by the transaction, not leased: after a crash they are free at once. Any number of nodes
 * share the work. After a batch that failed because of its data, reports are processed one by one, so that a bad one blocks no
 * other; it is retried a few times, after growing pauses. After a batch that timed out the next ones are smaller.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ReportProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(ReportProcessor.class);

    private static final int MAX_BATCH_SIZE = 500;

    /** Max bytes of the reports of one batch, which are in memory. */
    private static final long MAX_BYTES = 16L << 20;

    private static final int MAX_NOTE_LENGTH = 300;

    /** Max interrupted attempts of a single report before it counts as the cause. */
    private static final int MAX_SUSPICIONS = 3;

    private final Dependencies dependencies;
    private final InboundSettings settings;
    private final InboundMetrics metrics;
    private final ReportWriter writer;
    private final ReportStore reports = new ReportStore();
    private final EmailMatchStore matches = new EmailMatchStore();
    private final FailPoints pauses = FailPoints.fromSystem();
    private int singly;
    private int max = MAX_BATCH_SIZE;
    private Optional<UUID> quarantined = Optional.empty();
    private int suspicions;

    /**
     * The parts the processor works with.
     *
     * @param readers the parsers by the names of their providers
     * @param workers on which reports are parsed
     */
    public record Dependencies(
            Database database,
            EventAppender events,
            UnsubscribeListener unsubscribeListener,
            VerpCodec verp,
            Map<String, ReportParser> readers,
            InboundMailHandler mailHandler,
            WorkerExecutor workers) {}

    ReportProcessor(Dependencies dependencies, InboundSettings settings, InboundMetrics metrics) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = metrics;
        this.writer = new ReportWriter(dependencies.events(), dependencies.unsubscribeListener(), settings);
    }

    /** The reports locked in one run, kept to find the cause of a failure, and their effects, kept to count them at the end. */
    private static final class ProcessingRound {

        private List<RawReport> reports = List.of();
        private ReportEffects effects = new ReportEffects();
    }

    /** Processes one batch; completes with {@link Next#MORE} when there may be more. */
    Future<Next> run() {
        var round = new ProcessingRound();
        var limit = singly > 0 ? 1 : max;
        singly = Math.max(0, singly - 1);
        return dependencies
                .database()
                .workerTransaction(tx -> reports.lockDue(tx, limit, MAX_BYTES)
                        .onSuccess(reports -> round.reports = reports)
                        .compose(reports -> reports.isEmpty() ? Future.succeededFuture() : process(tx, round)))
                .onSuccess(ignored -> max = Math.min(MAX_BATCH_SIZE, 2 * max))
                .onSuccess(ignored -> metrics.applied(round.effects))
                .recover(error -> blame(round.reports, error))
                .compose(ignored -> pauses.at("reports-after-commit", round.reports.isEmpty() ? Next.IDLE : Next.MORE));
    }

    private Future<Void> process(SqlClient tx, ProcessingRound round) {
        return dependencies
                .workers()
                .executeBlocking(
                        () -> ReportBatch.read(round.reports, dependencies.readers(), dependencies.verp()), false)
                .compose(batch -> matches.find(tx, batch.unlocated())
                        .onSuccess(batch::found)
                        .compose(ignored -> writer.write(tx, batch.matched()))
                        .onSuccess(effects -> round.effects = effects)
                        .compose(ignored -> file(tx, batch))
                        .compose(ignored -> reports.end(tx, batch.outcomes(), settings.rematch())))
                .compose(ignored -> pauses.at("reports-before-commit", true))
                .mapEmpty();
    }

    private Future<Void> file(SqlClient tx, ReportBatch batch) {
        var filed = Future.<Void>succeededFuture();
        for (var entry : batch.receivedEmails().entrySet()) {
            filed = filed.compose(ignored -> dependencies.mailHandler().file(tx, entry.getValue()))
                    .onSuccess(isFiled -> {
                        if (!isFiled) {
                            batch.ignore(entry.getKey());
                        }
                    })
                    .mapEmpty();
        }
        return filed;
    }

    /**
     * Handles a batch that was rolled back. An error that says nothing about the reports, such as an unavailable PostgreSQL,
     * does not count against them.
     */
    private Future<Void> blame(List<RawReport> batch, Throwable error) {
        var isAboutContent = !SqlErrorKind.of(error).isTransient();
        if (batch.isEmpty() || (!isAboutContent && !mayBeTooMany(batch))) {
            return Future.failedFuture(error);
        }
        if (batch.size() > 1) {
            singly = batch.size();
            return Future.succeededFuture();
        }
        LOG.atError()
                .addKeyValue("report", batch.get(0).id())
                .setCause(error)
                .log("A delivery report could not be applied");
        return reports.retryAfter(
                dependencies.database().workers(),
                batch.get(0),
                SingleLine.of(String.valueOf(error.getMessage()), MAX_NOTE_LENGTH));
    }

    /**
     * Returns whether the batch may be too large: PostgreSQL was available when the reports were locked, and then was not, or
     * was too slow. The next batches are smaller, and when this happens again and again to a single report, the others no
     * longer wait for it.
     */
    private boolean mayBeTooMany(List<RawReport> reports) {
        max = Math.max(1, reports.size() / 2);
        var first = Optional.of(reports.get(0).id());
        suspicions = reports.size() == 1 && first.equals(quarantined) ? suspicions + 1 : 1;
        quarantined = first;
        return reports.size() == 1 && suspicions >= MAX_SUSPICIONS;
    }
}
