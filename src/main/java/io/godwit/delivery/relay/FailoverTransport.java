package io.godwit.delivery.relay;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.RelayOutageException;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.Transport;
import io.godwit.smtp.client.RelayTransport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands each message to the first of several relays whose circuit breaker is closed, and to the next one when a failure proves
 * that nothing was accepted ({@link FailoverRule}). A relay that failed is probed without an email; when it passes, messages go
 * to it again. While all are open the first is tried, so that its failure is the caller's. Safe from any thread.
 */
public final class FailoverTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(FailoverTransport.class);

    /** The pause before the first probe; doubles to a minute. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private static final Duration PROBE_LIMIT = Duration.ofSeconds(15);

    private final Vertx vertx;
    private final List<RelayRoute> relays;
    private volatile boolean closed;

    /** One relay of this node. */
    private record RelayRoute(String name, RelayTransport transport, RelayCircuitBreaker breaker) {}

    /**
     * The state of a relay.
     *
     * @param open whether emails go past it
     * @param lastFailure its reply, or a sentence in its place
     */
    public record RelayStatus(String name, boolean open, Optional<String> lastFailure) {}

    /**
     * Creates the transport over relays in the order in which they are tried.
     *
     * @param first the relay of {@code mail.host}, which the caller closes
     */
    public FailoverTransport(Vertx vertx, RelayTransport first, FailoverSettings settings) {
        this(vertx, first, settings, FIRST_PAUSE);
    }

    FailoverTransport(Vertx vertx, RelayTransport first, FailoverSettings settings, Duration firstPause) {
        this.vertx = vertx;
        this.relays = settings.names().stream()
                .map(name -> new RelayRoute(
                        name,
                        settings.others().stream()
                                .filter(other -> other.name().equals(name))
                                .findFirst()
                                .map(other -> RelayTransport.create(vertx, other.settings()))
                                .orElse(first),
                        new RelayCircuitBreaker(firstPause)))
                .toList();
    }

    /** Returns the states of the relays in their order. */
    public List<RelayStatus> states() {
        return relays.stream()
                .map(relay -> new RelayStatus(
                        relay.name(),
                        relay.breaker().isOpen(),
                        relay.breaker().lastFailure().map(RelayCircuitBreaker.RelayFailure::reply)))
                .toList();
    }

    @Override
    public int slots() {
        return relays.get(0).transport().slots();
    }

    @Override
    public int overlap() {
        return relays.get(0).transport().overlap();
    }

    @Override
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        return send(new Offer(envelope, message, progress), candidates(relays));
    }

    /** Returns the transport over the relays of these names in their order; over all where none has one of the names. */
    @Override
    public Transport through(List<String> names) {
        var chosen = names.stream()
                .flatMap(name -> relays.stream().filter(relay -> relay.name().equals(name)))
                .toList();
        return chosen.isEmpty() ? this : new ChosenTransport(chosen);
    }

    /** A message to be sent. */
    private record Offer(Envelope envelope, byte[] message, SmtpProgress progress) {}

    private static List<RelayRoute> candidates(List<RelayRoute> order) {
        var closed = order.stream().filter(relay -> !relay.breaker().isOpen()).toList();
        return closed.isEmpty() ? order.subList(0, 1) : closed;
    }

    private Future<SmtpReply> send(Offer offer, List<RelayRoute> candidates) {
        var relay = candidates.get(0);
        return relay.transport()
                .send(offer.envelope(), offer.message(), offer.progress())
                .onSuccess(ignored -> accepted(relay))
                .recover(error -> {
                    if (!(error instanceof SmtpException failure) || !FailoverRule.isNothingAccepted(failure)) {
                        return Future.failedFuture(error);
                    }
                    if (FailoverRule.isOutage(failure)) {
                        open(relay, failure);
                    }
                    return candidates.size() > 1
                            ? send(offer, candidates.subList(1, candidates.size()))
                            : Future.failedFuture(error);
                });
    }

    private static void accepted(RelayRoute relay) {
        if (relay.breaker().isOpen()) {
            LOG.atWarn().addKeyValue("relay", relay.name()).log("A relay takes mail again");
        }
        relay.breaker().accepted();
    }

    private void open(RelayRoute relay, SmtpException failure) {
        var reply = FailoverRule.reason(failure);
        relay.breaker().opened(reply).ifPresent(pause -> {
            LOG.atError()
                    .addKeyValue("relay", relay.name())
                    .addKeyValue("reply", reply)
                    .log("A relay takes no mail; emails go to the next one");
            probeAfter(pause, relay);
        });
    }

    private void probeAfter(Duration pause, RelayRoute relay) {
        vertx.timer(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS)
                .compose(ignored -> closed || !relay.breaker().isOpen()
                        ? Future.succeededFuture()
                        : relay.transport()
                                .probe(PROBE_LIMIT)
                                .onSuccess(passed -> probed(relay))
                                .onFailure(error -> probeAfter(relay.breaker().probeFailed(reason(error)), relay)))
                .onFailure(error -> LOG.debug("A relay still takes no mail", error));
    }

    private static void probed(RelayRoute relay) {
        relay.breaker().probed();
        LOG.atWarn().addKeyValue("relay", relay.name()).log("A relay can be reached again; emails go to it");
    }

    private static String reason(Throwable error) {
        return error instanceof SmtpException failure
                ? FailoverRule.reason(failure)
                : "The mail server does not answer";
    }

    /** Closes the relays but the first, which its owner closes. */
    @Override
    public Future<Void> close() {
        closed = true;
        return Future.join(relays.stream()
                        .skip(1)
                        .map(relay -> relay.transport().close())
                        .toList())
                .mapEmpty();
    }

    /** The transport of projects that chose some of the relays. */
    private final class ChosenTransport implements Transport {

        private final List<RelayRoute> chosen;

        ChosenTransport(List<RelayRoute> chosen) {
            this.chosen = chosen;
        }

        @Override
        public int slots() {
            return chosen.get(0).transport().slots();
        }

        @Override
        public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
            var closed =
                    chosen.stream().filter(relay -> !relay.breaker().isOpen()).toList();
            return closed.isEmpty()
                    ? Future.failedFuture(new RelayOutageException(outage().orElse("")))
                    : FailoverTransport.this
                            .send(new Offer(envelope, message, progress), closed)
                            .recover(error -> Future.failedFuture(
                                    isOfAll(error) ? new RelayOutageException(outage().orElse("")) : error));
        }

        /** Returns whether the message was offered to no relay, because none takes mail. */
        private boolean isOfAll(Throwable error) {
            return error instanceof SmtpException failure
                    && FailoverRule.isNothingAccepted(failure)
                    && outage().isPresent();
        }

        @Override
        public Optional<String> outage() {
            return chosen.stream().allMatch(relay -> relay.breaker().isOpen())
                    ? Optional.of("No relay of the project takes mail: "
                            + chosen.get(0)
                                    .breaker()
                                    .lastFailure()
                                    .map(RelayCircuitBreaker.RelayFailure::reply)
                                    .orElse("it does not answer"))
                    : Optional.empty();
        }

        /** Does nothing: the relays are shared. */
        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }
}
