package io.godwit.system;

import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.client.RelayTransport;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Tries whether this node can connect and sign in to the mail server, without sending anything. */
public final class TransportProbe {

    /** Longer than a person waits; a mail server that needs more delays every email. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final Optional<RelayTransport> transport;

    /** @param transport empty where there is no mail server, as all email goes straight to mail hosts */
    public TransportProbe(Optional<RelayTransport> transport) {
        this.transport = transport;
    }

    /**
     * The result of a try.
     *
     * @param ok true when the mail server would take an email now
     * @param problem why it would not, as a sentence
     * @param reply what the mail server said, if anything
     */
    record TransportTestResponse(boolean ok, long milliseconds, Optional<String> problem, Optional<String> reply) {}

    private static final TransportTestResponse NO_SERVER = new TransportTestResponse(
            false,
            0,
            Optional.of("There is no mail server to try, as emails go straight to the mail hosts of their recipients;"
                    + " the delivery check tries whether those can be reached"),
            Optional.empty());

    /** Tests the mail server; never fails: a failure is a result. */
    Future<TransportTestResponse> test() {
        return transport.map(TransportProbe::test).orElseGet(() -> Future.succeededFuture(NO_SERVER));
    }

    private static Future<TransportTestResponse> test(RelayTransport transport) {
        var began = System.nanoTime();
        return transport
                .probe(LIMIT)
                .map(ignored -> new TransportTestResponse(true, since(began), Optional.empty(), Optional.empty()))
                .recover(failure -> Future.succeededFuture(failed(failure, since(began))));
    }

    private static TransportTestResponse failed(Throwable failure, long milliseconds) {
        if (failure instanceof SmtpException refused) {
            return new TransportTestResponse(
                    false,
                    milliseconds,
                    Optional.ofNullable(refused.getMessage()),
                    refused.reply().map(SmtpReply::text));
        }
        return new TransportTestResponse(
                false,
                milliseconds,
                Optional.of("The mail server does not answer within " + LIMIT.toSeconds() + " seconds"),
                Optional.empty());
    }

    private static long since(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }
}
