package io.godwit.inbound;

import io.godwit.bus.Bus;
import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.Crypto;
import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.inbound.processing.InboundMailHandler;
import io.godwit.inbound.processing.InboundMetrics;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.inbound.processing.ReportParser;
import io.godwit.inbound.processing.ReportProcessor;
import io.godwit.inbound.processing.ReportVerticle;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.inbound.sns.CertificateFetcher;
import io.godwit.inbound.sns.HttpsFetcher;
import io.godwit.inbound.sns.SesReportParser;
import io.godwit.inbound.sns.SnsRoutes;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/** Wires delivery reports: the SNS webhook that accepts them and the verticle that processes them. */
public final class InboundReports {

    /** Threads that check signatures; one check takes a tenth of a millisecond. */
    private static final int HOOK_WORKERS = 2;

    /** Threads that fetch certificates and confirm subscriptions, which are rare. */
    private static final int FETCHERS = 2;

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final InboundSettings settings;
    private final MeterRegistry meters;
    private final CertificateFetcher fetcher;
    private final ReportInbox reports;

    public InboundReports(Vertx vertx, Database database, Bus bus, InboundSettings settings, MeterRegistry meters) {
        this(vertx, database, bus, settings, meters, new HttpsFetcher());
    }

    /** Creates the wiring; {@code fetch} sends the requests to providers' hosts. */
    InboundReports(
            Vertx vertx,
            Database database,
            Bus bus,
            InboundSettings settings,
            MeterRegistry meters,
            CertificateFetcher fetcher) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.fetcher = fetcher;
        this.reports = new ReportInbox(database, bus);
    }

    public Routes routes() {
        var checking = vertx.createSharedWorkerExecutor("inbound-hooks", HOOK_WORKERS);
        var fetching = vertx.createSharedWorkerExecutor("inbound-fetch", FETCHERS);
        return new SnsRoutes(settings.topics(), reports, fetcher, checking, fetching);
    }

    /** Returns the verticle that processes reports, whichever endpoint of whichever node accepted them. */
    public Deployable work(
            EventAppender events, UnsubscribeListener unsubscribeListener, Crypto crypto, InboundMail inboundMail) {
        return work(events, unsubscribeListener, crypto, inboundMail.readers(), inboundMail.handler());
    }

    /** Returns the verticle for an installation without inbound mail. */
    Deployable work(EventAppender events, UnsubscribeListener unsubscribeListener, Crypto crypto) {
        return work(events, unsubscribeListener, crypto, Map.of(), (tx, ignored) -> Future.succeededFuture(false));
    }

    private Deployable work(
            EventAppender events,
            UnsubscribeListener unsubscribeListener,
            Crypto crypto,
            Map<String, ReportParser> ofMail,
            InboundMailHandler mailHandler) {
        var readers = new HashMap<>(ofMail);
        readers.put(SesReportParser.PROVIDER, new SesReportParser());
        var dependencies = new ReportProcessor.Dependencies(
                database,
                events,
                unsubscribeListener,
                new VerpCodec(crypto),
                Map.copyOf(readers),
                mailHandler,
                vertx.createSharedWorkerExecutor("inbound-parse", 1));
        return new ReportVerticle(bus, dependencies, settings, new InboundMetrics(meters));
    }
}
