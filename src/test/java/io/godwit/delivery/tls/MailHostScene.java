package io.godwit.delivery.tls;

import io.godwit.core.EmailAddress;
import io.godwit.db.TestDatabase;
import io.godwit.delivery.tls.report.TlsSessionCounter;
import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.client.SmtpClient;
import io.godwit.smtp.client.SmtpTarget;
import io.godwit.smtp.client.SmtpTimeouts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Mail hosts with their names, certificates and policies on this machine: a name server, a web server for the policies of MTA-STS,
 * and a client that delivers as the policies want.
 */
public final class MailHostScene implements AutoCloseable {

    private static final int DOMAINS = 40;
    private static final byte[] MESSAGE = "Subject: Secret\r\n\r\nSecret\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final DnsStub names;
    private final TestAuthority authority;
    private final Map<String, Consumer<HttpServerRequest>> hostToAnswer = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> hostToRequests = new ConcurrentHashMap<>();
    private final HttpServer web;
    private final DnsSettings dnsSettings;
    private final DnsResolver dns;
    private final TlsSettings settings;
    private final TlsPolicyService service;
    private final TlsSessionCounter counter;
    private int domains;

    public MailHostScene(Path folder) throws Exception {
        this(folder, AllowedAddresses.of(List.of("127.0.0.0/8")));
    }

    MailHostScene(Path folder, AllowedAddresses allowed) throws Exception {
        names = DnsStub.start();
        authority = TestAuthority.in(folder);
        var hosts = IntStream.range(0, DOMAINS)
                .mapToObj(number -> "d" + number + ".test")
                .flatMap(domain -> Stream.of("mta-sts." + domain, "reports." + domain))
                .toArray(String[]::new);
        web = vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(0)
                        .setSsl(true)
                        .setKeyCertOptions(authority.issue(hosts).store().serverOptions()))
                .requestHandler(this::serve);
        web.listen().await();
        dnsSettings = new DnsSettings(
                List.of(DnsSettings.server(names.address())), Duration.ofSeconds(20), Duration.ofSeconds(60), 64);
        dns = new DnsResolver(vertx, dnsSettings);
        settings = new TlsSettings(
                true,
                Optional.of(DnsSettings.server(names.address())),
                Optional.of(authority.file()),
                allowed,
                web.actualPort(),
                new TlsSettings.ReportSettings(true, "Test", Duration.ZERO, Optional.empty()));
        service = new TlsPolicyService(vertx, db.database(), dns, dnsSettings, settings);
        counter = new TlsSessionCounter(db.database(), Clock.systemUTC());
    }

    public Vertx vertx() {
        return vertx;
    }

    public TestDatabase db() {
        return db;
    }

    public DnsStub names() {
        return names;
    }

    public DnsResolver dns() {
        return dns;
    }

    public TestAuthority authority() {
        return authority;
    }

    public TlsPolicyService service() {
        return service;
    }

    TlsSessionCounter counter() {
        return counter;
    }

    public TlsSettings settings() {
        return settings;
    }

    /** Another node: the same database and network, nothing in memory. */
    TlsPolicyService anotherNode() {
        return new TlsPolicyService(vertx, db.database(), new DnsResolver(vertx, dnsSettings), dnsSettings, settings);
    }

    /** A domain that no test has used, with one mail host, {@code mx.} and its name. */
    public String domain() {
        var domain = "d" + domains++ + ".test";
        names.mx(domain, 10, "mx." + domain)
                .address("mx." + domain, "127.0.0.1")
                .address("mta-sts." + domain, "127.0.0.1");
        return domain;
    }

    /** Publishes a policy. */
    void policy(String domain, String id, String mode, String... mx) {
        names.remove("_mta-sts." + domain);
        names.txt("_mta-sts." + domain, "v=STSv1; id=" + id + ";");
        file(
                domain,
                "version: STSv1\r\nmode: " + mode + "\r\nmx: " + String.join("\r\nmx: ", mx)
                        + "\r\nmax_age: 604800\r\n");
    }

    /** Serves this file as the policy of the domain. */
    void file(String domain, String file) {
        answer(domain, request -> request.response()
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .end(file));
    }

    void answer(String domain, Consumer<HttpServerRequest> answer) {
        hostToAnswer.put("mta-sts." + domain, answer);
    }

    /** Answers for any host that the web server is asked for. */
    public void answerHost(String host, Consumer<HttpServerRequest> answer) {
        hostToAnswer.put(host, answer);
    }

    /** The requests for the policy of a domain. */
    int fetches(String domain) {
        return requests("mta-sts." + domain);
    }

    public int requests(String host) {
        return hostToRequests.getOrDefault(host, new AtomicInteger()).get();
    }

    private void serve(HttpServerRequest request) {
        var host = request.authority().host();
        hostToRequests.computeIfAbsent(host, ignored -> new AtomicInteger()).incrementAndGet();
        hostToAnswer
                .getOrDefault(host, each -> each.response().setStatusCode(404).end())
                .accept(request);
    }

    SmtpSink sink(TestAuthority.Issued certificate) {
        return SmtpSink.start(vertx, SinkOptions.plain().startTls(certificate.store()))
                .unjudged();
    }

    SmtpSink sinkWithoutTls() {
        return SmtpSink.start(vertx).unjudged();
    }

    /** The requirement of a host, as this node finds it. */
    TlsRequirement requirement(String domain, String host) {
        return service.resolver().resolve(domain, host, 25).await();
    }

    /**
     * Delivers a message to a mail host that listens here, as direct delivery does.
     *
     * @return the check of the certificate, {@code clear} when it went unencrypted, or the reason it did not go
     */
    String deliver(String domain, int port) {
        var host = "mx." + domain;
        var requirement = requirement(domain, host);
        if (requirement.refusal().isPresent()) {
            counter.record(TlsSession.refused(requirement));
            return "refused: " + requirement.refusal().get().sentence();
        }
        var ended = Promise.<String>promise();
        vertx.runOnContext(ignored -> deliver(requirement, domain, port).onComplete(ended));
        return ended.future().await();
    }

    /** A client for each mail, as one remembers hosts whose encryption is broken. */
    private Future<String> deliver(TlsRequirement requirement, String domain, int port) {
        var target = new SmtpTarget(
                requirement.host(),
                "127.0.0.1",
                port,
                "sender.test",
                requirement.tlsPolicy(),
                Optional.empty(),
                SmtpTimeouts.within(Duration.ofSeconds(10)));
        var here = Optional.of("127.0.0.1");
        var envelope = new Envelope(new EmailAddress("a@sender.test"), new EmailAddress("b@" + domain));
        var client = SmtpClient.create(vertx, Optional.empty());
        return client.open(target)
                .onSuccess(session -> counter.record(TlsSession.opened(requirement, here, here, session)))
                .onFailure(failed ->
                        TlsSession.failed(requirement, here, here, failed).ifPresent(counter::record))
                .compose(session -> session.send(envelope, MESSAGE, SmtpProgress.NONE)
                        .map(reply ->
                                session.tls().map(tls -> tls.verification()).orElse("clear"))
                        .eventually(session::quit))
                .recover(failed -> Future.succeededFuture("failed: " + failed.getMessage()))
                .eventually(client::close);
    }

    /** The results counted for a domain so far: {@code sts certificate-expired 1}. */
    List<String> counts(String domain) {
        counter.close().await();
        return db
                .query(
                        "SELECT policy_type, result, sessions FROM tls_session_counts WHERE domain = ?"
                                + " ORDER BY policy_type, result",
                        domain)
                .stream()
                .map(row -> row.get("policy_type") + " "
                        + TlsResult.valueOf((String) row.get("result")).code() + " " + row.get("sessions"))
                .toList();
    }

    @Override
    public void close() {
        service.close().await();
        dns.close().await();
        web.close().await();
        names.close();
        db.close();
        vertx.close().await();
    }
}
