package io.godwit.addresses;

import io.godwit.core.EmailAddress;
import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Verifies addresses by their text, by lists and by DNS. Safe for any thread. */
public final class AddressVerifier {

    private final Vertx vertx;
    private final DomainProbe probe;
    private @Nullable CompletionStage<DomainLists> lists;

    public AddressVerifier(Vertx vertx, DnsResolver dns) {
        this.vertx = vertx;
        this.probe = new DomainProbe(dns);
    }

    /** Verifies an address; completes within 5 s, on the caller's context, even if DNS does not answer. */
    public Future<AddressReport> verify(EmailAddress email) {
        return Future.fromCompletionStage(lists(), vertx.getOrCreateContext())
                .compose(known -> reach(known, email.domain())
                        .map(reachability -> new AddressReport(email, traits(known, email), reachability)));
    }

    /** Loads the lists on another thread when the first asks, so that a start need not; they take 60 ms and 6 MB. */
    private synchronized CompletionStage<DomainLists> lists() {
        if (lists == null) {
            lists = CompletableFuture.supplyAsync(DomainLists::load);
        }
        return lists;
    }

    private Future<DomainReachability> reach(DomainLists known, String domain) {
        return known.isReserved(domain) ? Future.succeededFuture(DomainReachability.reserved()) : probe.probe(domain);
    }

    private static AddressTraits traits(DomainLists known, EmailAddress email) {
        var domain = email.domain();
        return new AddressTraits(
                known.isDisposable(domain),
                known.isAlias(domain),
                email.localPart().indexOf('+') >= 0,
                known.isPersonal(domain),
                suggestion(known, email));
    }

    private static Optional<String> suggestion(DomainLists known, EmailAddress email) {
        return new TypoDetector(known).suggest(email.domain()).map(domain -> email.localPart() + "@" + domain);
    }
}
