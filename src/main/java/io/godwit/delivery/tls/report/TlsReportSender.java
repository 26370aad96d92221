package io.godwit.delivery.tls.report;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.SingleLine;
import io.godwit.db.Database;
import io.godwit.delivery.tls.HttpsClient;
import io.godwit.delivery.tls.TlsSettings.ReportSettings;
import io.godwit.delivery.tls.report.TlsReportMailer.ReportMail;
import io.godwit.delivery.tls.report.TlsReportStore.ClaimedReport;
import io.godwit.dns.DnsResolver;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the report of each day to each domain that asks for one, by POST or as an email through the outbox. A report is sent by the
 * node that holds its lease, each destination gets it once, and one that cannot be reached is tried again for a day.
 */
public final class TlsReportSender {

    private static final Logger LOG = LoggerFactory.getLogger(TlsReportSender.class);

    private static final Duration RUNS_EVERY = Duration.ofMinutes(5);
    private static final int CLAIMED = 10;

    /** Longer than the requests to all destinations of a report may take. */
    private static final Duration LEASE = Duration.ofSeconds(60L * ReportDestination.MAX + 60);

    private static final List<Duration> PAUSES = List.of(
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(4));

    private static final int MAX_FAILURE = 300;
    private static final int OK = 200;
    private static final int REDIRECT = 300;

    private final Dependencies dependencies;
    private final ReportSettings settings;
    private final TlsReportStore reports = new TlsReportStore();
    private final TlsSessionStore sessions = new TlsSessionStore();

    /**
     * The parts the sender works with.
     *
     * @param port of web servers, 443 outside of tests
     */
    public record Dependencies(
            Database database, DnsResolver dns, HttpsClient client, int port, TlsReportMailer mailer) {}

    public TlsReportSender(Dependencies dependencies, ReportSettings settings) {
        this.dependencies = dependencies;
        this.settings = settings;
    }

    /** Starts to send what is due, on the caller's context. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "delivery-tls-reports", RUNS_EVERY, this::run);
    }

    /** Makes the reports that are missing, and sends those that are due, one after the other. */
    Future<Next> run() {
        var database = dependencies.database().workers();
        return reports.plan(database, settings.spread())
                .compose(ignored -> reports.claim(database, CLAIMED, LEASE))
                .compose(claimed -> sendAll(claimed, 0).map(claimed.size() == CLAIMED ? Next.MORE : Next.IDLE));
    }

    private Future<Void> sendAll(List<ClaimedReport> claimed, int at) {
        return at == claimed.size()
                ? Future.succeededFuture()
                : send(claimed.get(at)).compose(ignored -> sendAll(claimed, at + 1));
    }

    private Future<Void> send(ClaimedReport claimed) {
        return dependencies.dns().txt("_smtp._tls." + claimed.domain()).compose(found -> {
            if (found.isUnknown()) {
                return retry(claimed, "No name server answers for the domain");
            }
            var wanted = ReportDestination.in(found.records());
            return wanted.isEmpty()
                    ? reports.end(dependencies.database().workers(), claimed, "UNWANTED", Optional.empty())
                    : report(claimed).compose(report -> send(claimed, report, wanted));
        });
    }

    private Future<TlsReport> report(ClaimedReport claimed) {
        return sessions.find(dependencies.database().workers(), claimed.day(), claimed.domain())
                .map(counts -> new TlsReport(
                        claimed.day(),
                        claimed.domain(),
                        settings.organization(),
                        dependencies.mailer().sender(),
                        counts));
    }

    private Future<Void> send(ClaimedReport claimed, TlsReport report, List<ReportDestination> wanted) {
        var file = report.compressed();
        var sent = Future.<Optional<String>>succeededFuture(Optional.empty());
        for (var destination : wanted) {
            if (!claimed.sentTo().contains(destination.uri())) {
                sent = sent.compose(failure -> send(claimed, report, file, destination)
                        .map(failure)
                        .recover(failed -> Future.succeededFuture(Optional.of(sentence(failed)))));
            }
        }
        return sent.compose(failure -> failure.isPresent()
                ? retry(claimed, failure.get())
                : reports.end(dependencies.database().workers(), claimed, "SENT", Optional.empty()));
    }

    private static String sentence(Throwable failed) {
        return SingleLine.of(String.valueOf(failed.getMessage()), MAX_FAILURE);
    }

    private Future<Void> send(ClaimedReport claimed, TlsReport report, byte[] file, ReportDestination destination) {
        if (destination instanceof ReportDestination.Mailbox mailbox) {
            return mail(claimed, report, file, mailbox);
        }
        return post(file, (ReportDestination.WebServer) destination)
                .compose(ignored -> reports.sentTo(dependencies.database().workers(), claimed, destination.uri()))
                .mapEmpty();
    }

    private Future<Void> post(byte[] file, ReportDestination.WebServer server) {
        var target = new HttpsClient.RequestTarget(server.host(), dependencies.port(), server.path());
        return dependencies
                .client()
                .post(target, "application/tlsrpt+gzip", Buffer.buffer(file))
                .compose(answer -> answer.status() >= OK && answer.status() < REDIRECT
                        ? Future.succeededFuture()
                        : Future.failedFuture("The web server answered with " + answer.status()));
    }

    /** Queues the mail in the transaction that notes it, so there is one. */
    private Future<Void> mail(ClaimedReport claimed, TlsReport report, byte[] file, ReportDestination.Mailbox mailbox) {
        return dependencies
                .database()
                .workerTransaction(tx -> reports.sentTo(tx, claimed, mailbox.uri())
                        .compose(leased -> leased
                                ? dependencies.mailer().write(tx, reportMail(report, file, mailbox))
                                : Future.succeededFuture()))
                .onSuccess(ignored -> dependencies.mailer().wakeSenders());
    }

    private static ReportMail reportMail(TlsReport report, byte[] file, ReportDestination.Mailbox mailbox) {
        return new ReportMail(
                mailbox.address(),
                report.subject(),
                report.summary(),
                List.of(
                        new Header("TLS-Report-Domain", report.domain()),
                        new Header("TLS-Report-Submitter", report.submitter()),
                        new Header("Auto-Submitted", "auto-generated")),
                new Attachment(report.filename(), "application/tlsrpt+gzip", false, Optional.empty(), file));
    }

    private Future<Void> retry(ClaimedReport claimed, String failure) {
        var database = dependencies.database().workers();
        if (claimed.last()) {
            LOG.atInfo()
                    .addKeyValue("domain", claimed.domain())
                    .addKeyValue("reason", failure)
                    .log("A TLS report could not be sent within a day");
            return reports.end(database, claimed, "FAILED", Optional.of(failure));
        }
        var pause = PAUSES.get(Math.min(claimed.attempts(), PAUSES.size()) - 1);
        return reports.retryAfter(database, claimed, pause, failure);
    }
}
