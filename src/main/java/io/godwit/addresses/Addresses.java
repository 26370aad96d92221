package io.godwit.addresses;

import io.godwit.core.EmailAddress;
import io.godwit.dns.Dns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Says what is known of an address. Safe for any thread. */
public final class Addresses {

    private final Vertx vertx;
    private final DomainProbe probe;
    private final CompletionStage<DomainLists> lists;

    /** Begins to read the lists on another thread; the first verdict waits for them. */
    public Addresses(Vertx vertx, Dns dns) {
        this.vertx = vertx;
        this.probe = new DomainProbe(dns);
        this.lists = CompletableFuture.supplyAsync(DomainLists::load);
    }

    /** Completes within 5 s, on the caller's context, whatever DNS does. */
    public Future<Verdict> verify(EmailAddress email) {
        return Future.fromCompletionStage(lists, vertx.getOrCreateContext())
                .compose(known ->
                        reach(known, email.domain()).map(reach -> new Verdict(email, traits(known, email), reach)));
    }

    private Future<Reach> reach(DomainLists known, String domain) {
        return known.isReserved(domain) ? Future.succeededFuture(Reach.reserved()) : probe.probe(domain);
    }

    private static Traits traits(DomainLists known, EmailAddress email) {
        var domain = email.domain();
        return new Traits(
                known.isDisposable(domain),
                known.isAlias(domain),
                email.localPart().indexOf('+') >= 0,
                known.isPersonal(domain),
                suggestion(known, email));
    }

    private static Optional<String> suggestion(DomainLists known, EmailAddress email) {
        return new Typos(known).suggest(email.domain()).map(domain -> email.localPart() + "@" + domain);
    }
}
