package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.DirectSettings;
import io.godwit.delivery.SiteCommands;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.shaping.ShapingRules;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.templates.EmailClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** The send pipeline without a relay: a scripted name server, and mail hosts on loopback addresses that have one port. */
public final class DirectNode implements AutoCloseable {

    /** Limits under which no test has to wait for a rate. */
    public static final String RULES = """
            default:
              connections: 4
              emails-per-connection: 100
              start-rate: 100/s
              min-rate: 60/h
              max-rate: 100/s
              tls: opportunistic
              idle: 60s
            """;

    /** The name of the only egress source. */
    public static final String SOURCE = "127.0.0.1";

    /** For a reply of a mail host. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final List<String> USUAL_SOURCES = List.of(SOURCE + " mail.sender.test");

    public final PipelineNode pipeline;
    public final DnsStub dns;
    private final DnsResolver resolver;
    private final int port = FreePorts.free();
    private final List<SmtpSink> sinks = new ArrayList<>();
    private final List<TcpProxy> wires = new ArrayList<>();
    private DirectDelivery delivery;
    private Runnable start = () -> {};
    private int addresses;

    private DirectNode(PipelineNode pipeline, DnsStub dns) {
        this.pipeline = pipeline;
        this.dns = dns;
        this.resolver = new DnsResolver(pipeline.vertx, DnsSettings.of(List.of(dns.address()), Duration.ofSeconds(2)));
    }

    /** A node that sends from one source; it is started. */
    public static DirectNode start() throws Exception {
        return start(RULES, 100);
    }

    /**
     * A node with other limits.
     *
     * @param rules the file of an operator
     * @param pace of retries, as a multiple of that in life
     */
    public static DirectNode start(String rules, int pace) throws Exception {
        return start(rules, pace, USUAL_SOURCES, List.of());
    }

    /** A node with the usual limits that waits so long for a reply. */
    public static DirectNode startWaiting(Duration timeout) throws Exception {
        return start(new PipelineNode(), RULES, 100, USUAL_SOURCES, List.of(), timeout);
    }

    /** A node with the usual limits that reaches PostgreSQL over a wire, which can be cut; the test itself does not. */
    public static DirectNode startBehindAWire() throws Exception {
        return start(PipelineNode.behindAWire(), RULES, 100, USUAL_SOURCES, List.of(), TIMEOUT);
    }

    /**
     * A node with these egress sources.
     *
     * @param sources as the settings name them
     * @param pools of email for which no operator chose others
     */
    public static DirectNode start(String rules, int pace, List<String> sources, List<String> pools) throws Exception {
        return start(new PipelineNode(), rules, pace, sources, pools, TIMEOUT);
    }

    private static DirectNode start(
            PipelineNode pipeline, String rules, int pace, List<String> sources, List<String> pools, Duration timeout)
            throws Exception {
        var node = new DirectNode(pipeline, DnsStub.start());
        var parsed = sources.stream().map(EgressSource::of).toList();
        node.start = () -> node.startWith(parsed, pools, rules, pace, timeout);
        node.start.run();
        return node;
    }

    /** Stops the node and starts it again: what it knew in memory is lost. */
    public void restart() {
        stop();
        start.run();
    }

    /** Stops the node in good order. */
    public void stop() {
        pipeline.vertx.deploymentIDs().forEach(pipeline::stop);
    }

    private void startWith(List<EgressSource> sources, List<String> pools, String yaml, int pace, Duration timeout) {
        var rules = ShapingRules.standard().with(yaml);
        var settings = new DirectSettings(
                DirectSettings.Mode.DIRECT,
                port,
                AllowedAddresses.of(List.of("127.0.2.0/24")),
                sources,
                pools,
                100,
                rules,
                Duration.ofSeconds(3));
        delivery = new DirectDelivery(
                pipeline.vertx,
                pipeline.database(),
                settings,
                settings.sources(),
                new MxResolver(resolver, settings.allowed(), new Random(), System::nanoTime),
                new TrafficShaper(rules, ignored -> false, new Random()),
                TlsPolicyResolver.OPPORTUNISTIC,
                TlsSessionRecorder.NONE,
                timeout);
        pipeline.start(PipelineSettings.hasty(pipeline.journal(), pace), pipeline.transport(1), Optional.of(delivery));
    }

    /** A new address record for {@code name}, where nobody listens. */
    public String address(String name) {
        var address = "127.0.2." + ++addresses;
        dns.address(name, address);
        return address;
    }

    /** A mail host of this name. */
    public SmtpSink host(String name) {
        return listen(address(name));
    }

    /** A mail host at an address where nobody has listened. */
    public SmtpSink listen(String address) {
        var sink = SmtpSink.start(
                pipeline.vertx, SinkOptions.plain().onHost(address).onPort(port));
        sinks.add(sink);
        return sink;
    }

    /** The only mail host of this domain. */
    public SmtpSink hostOf(String domain) {
        dns.mx(domain, 10, "mx." + domain);
        return host("mx." + domain);
    }

    /** The only mail host of this domain, at a distance of so long for a round trip. */
    public SmtpSink distantHostOf(String domain, Duration roundTrip, SinkOptions options) {
        dns.mx(domain, 10, "mx." + domain);
        var sink = SmtpSink.start(pipeline.vertx, options);
        sinks.add(sink);
        var wire = TcpProxy.at(pipeline.vertx, address("mx." + domain), port, sink.host(), sink.port());
        wire.delay(roundTrip.dividedBy(2));
        wires.add(wire);
        return sink;
    }

    /** Lets the site be tried at once, as an operator does. */
    public void tryNow(String site) {
        SiteCommands.tryNow(pipeline.bus, site);
        pipeline.db.query("UPDATE outbox SET due_at = now() WHERE lease_until IS NULL");
    }

    /** Ends the suspensions of the site, as an operator does, and leaves the emails that wait for it. */
    public void resume(String site) {
        SiteCommands.resume(pipeline.bus, site);
    }

    public UUID email(UUID project, String to) {
        return pipeline.email(project, to);
    }

    /** Many emails to addresses of one domain, queued as the acceptance half queues them. */
    public void emails(UUID project, String domain, int count) {
        pipeline.db.query("""
                WITH person AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, gen_random_uuid(), 'p' || n || '@' || ?, true FROM generate_series(1, ?) n
                    RETURNING project_id, id, email),
                mail AS (
                    INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, variables)
                    SELECT project_id, gen_random_uuid(), id, ?, 'TRANSACTIONAL', 'TRANSACTIONAL', email, '{"kept": {}}' FROM person
                    RETURNING project_id, id, to_email)
                INSERT INTO outbox (project_id, email_id, lane, destination)
                SELECT project_id, id, 0, coalesce(destination, 0)
                  FROM mail LEFT JOIN destination_domains ON domain = split_part(to_email, '@', 2)
                """, project, domain, count, pipeline.content(project, "Hello", "<p>Hello</p>"));
        pipeline.queued(project, EmailSource.TRANSACTIONAL);
    }

    /**
     * Emails to addresses of one domain, queued by the acceptance half.
     *
     * @param from the address of their sender
     */
    public void accept(UUID project, EmailClass type, String from, String domain, int count) {
        var content = new ContentId(pipeline.content(project, "Hello", "<p>Hello</p>", from));
        var emails = IntStream.range(0, count)
                .mapToObj(number -> accepted(project, type, content, "p" + number + "@" + domain))
                .toList();
        pipeline.db
                .database()
                .workerTransaction(tx -> new Outbox().enqueue(tx, List.of(), emails))
                .await();
        pipeline.queued(project, EmailSource.TRANSACTIONAL);
    }

    private NewEmail accepted(UUID project, EmailClass type, ContentId content, String to) {
        return new NewEmail(
                new ProjectId(project),
                new EmailId(Ids.next()),
                new ContactId(pipeline.contact(project, to)),
                content,
                Optional.empty(),
                EmailSource.TRANSACTIONAL,
                type,
                new EmailAddress(to),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.of(false),
                "request",
                Optional.empty());
    }

    /**
     * Chooses how emails of a project leave, as an operator does.
     *
     * @param domain of the sender; empty: all
     * @param emailClass empty: all
     */
    public void choose(UUID project, String domain, String emailClass, String mode) {
        pipeline.db.query(
                "INSERT INTO delivery_choices (project_id, domain, email_class, mode) VALUES (?, ?, ?, ?)",
                project,
                domain,
                emailClass,
                mode);
    }

    /** Gives the only mail host of a domain a number in the outbox, as the node does when it has much email for it. */
    public void number(String domain, int number) {
        pipeline.db.query("INSERT INTO destinations (number, site) VALUES (?, ?)", (short) number, "mx." + domain);
        pipeline.db.query(
                "INSERT INTO destination_domains (domain, destination) VALUES (?, ?)", domain, (short) number);
    }

    /** The number of outbox rows to a domain for which the condition holds. */
    public long queued(String domain, String condition) {
        return pipeline.db.count("SELECT count(*) FROM outbox JOIN emails ON id = email_id WHERE to_email LIKE '%@"
                + domain + "' AND " + condition);
    }

    @Override
    public void close() {
        stop();
        wires.forEach(TcpProxy::close);
        sinks.forEach(SmtpSink::close);
        resolver.close().await();
        dns.close();
        pipeline.close();
    }
}
