package io.godwit.mailauth;

import io.godwit.dns.DnsResolver;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.HeaderSection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks SPF, DKIM and DMARC of a received message. Call it from an event loop. */
public final class MailAuthenticator {

    private static final Logger LOG = LoggerFactory.getLogger(MailAuthenticator.class);

    /** Max checks at once; each holds one message in memory. */
    private static final int WORKERS = 4;

    /**
     * Max time of the DNS queries for SPF and DKIM of one message; those for its policy have half as much before. A client waits for
     * its final dot up to ten minutes (RFC 5321 §4.5.3.2.6).
     */
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final DnsResolver dns;
    private final Duration budget;
    private final WorkerExecutor workers;

    public MailAuthenticator(Vertx vertx, DnsResolver dns) {
        this(vertx, dns, BUDGET);
    }

    /** Creates one with another time for the DNS queries of a message. */
    MailAuthenticator(Vertx vertx, DnsResolver dns, Duration budget) {
        this.dns = dns;
        this.budget = budget;
        this.workers = vertx.createSharedWorkerExecutor("mailauth-check", WORKERS);
    }

    /**
     * The SMTP client and MAIL FROM of a received message.
     *
     * @param address of the client, as digits; empty for a message read from a mailbox, where it is unknown
     * @param hello its EHLO or HELO name
     * @param from MAIL FROM; empty for the null path
     */
    public record SmtpOrigin(Optional<String> address, String hello, String from) {}

    /** Checks the message; never fails. */
    public Future<AuthResults> check(SmtpOrigin origin, byte[] message) {
        return workers.executeBlocking(() -> authResults(origin, message), false)
                .onFailure(error -> LOG.warn("The sender of a message could not be authenticated", error))
                .otherwise(AuthResults.UNKNOWN);
    }

    /**
     * Checks whether a domain allows an address to send for it (SPF); never fails.
     *
     * @param address as digits
     * @param from MAIL FROM
     */
    public Future<AuthResult> spf(String address, String from, String hello) {
        return workers.executeBlocking(
                        () -> SpfVerifier.check(new BlockingDns(dns, budget), address, from, hello)
                                .result(),
                        false)
                .onFailure(error -> LOG.warn("An SPF record could not be checked", error))
                .otherwise(AuthResult.PROCESSING_FAILED);
    }

    /** The policy is read first: the answers that follow may take as long as the message's author likes. */
    private AuthResults authResults(SmtpOrigin origin, byte[] message) {
        var authorDomain = authorDomain(message);
        var policy = authorDomain.isEmpty()
                ? DmarcPolicy.NONE
                : DmarcPolicy.find(new BlockingDns(dns, budget.dividedBy(2)), authorDomain);
        var resolver = new BlockingDns(dns, budget);
        var spf = origin.address()
                .map(address -> SpfVerifier.check(resolver, address, origin.from(), origin.hello()))
                .orElseGet(() -> new SpfVerifier.SpfResult(AuthResult.GRAY, ""));
        var dkim = DkimVerifier.check(resolver, message);
        return new DmarcEvaluator(policy, authorDomain).results(spf, dkim);
    }

    /**
     * Returns the author's domain, the one that is checked; empty with two authors, because email programs may show either.
     */
    public static String authorDomain(byte[] message) {
        var fields = HeaderSection.of(message).all("From").toList();
        var author = AddressField.parse(fields.size() == 1 ? fields.get(0) : "");
        return author.isComplete() && author.mailboxes().size() == 1
                ? author.mailboxes().get(0).address().domain()
                : "";
    }

    /** Returns whether both domains belong to one organisation, as DMARC's relaxed mode requires (RFC 7489 §3.1). */
    public static boolean isAligned(String authorDomain, String domain) {
        return DmarcPolicy.isAligned(authorDomain, domain, null);
    }

    public Future<Void> close() {
        return workers.close();
    }
}
