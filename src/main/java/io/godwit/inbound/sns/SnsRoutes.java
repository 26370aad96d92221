package io.godwit.inbound.sns;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles {@code POST /webhooks/sns}: reports from Amazon. Any answer but a 2xx makes SNS send the message again, so a 2xx is
 * given if and only if the message is committed.
 */
public final class SnsRoutes implements Routes {

    private static final Logger LOG = LoggerFactory.getLogger(SnsRoutes.class);

    /** Max bytes of a request; SNS sends 256 KB at most. */
    private static final long LIMIT = 2 << 20;

    private static final int MAX_MESSAGE_LENGTH = 256 << 10;

    /** Max age of a message: SNS stops repeating after an hour; a node's clock may be wrong by some minutes. */
    private static final Duration OLDEST = Duration.ofHours(1);

    private static final Duration MAX_CLOCK_LEAD = Duration.ofMinutes(15);

    /** Max messages in signature checks at once, waiting ones included. */
    private static final int MAX_CHECKED = 200;

    /** Max messages at once whose certificate must be fetched first. */
    private static final int MAX_FETCHED = 50;

    private final Set<String> topics;
    private final ReportInbox reports;
    private final SnsSignatureVerifier signatures;
    private final CertificateFetcher fetcher;
    private final WorkerExecutor fetching;
    private final VerificationSlots checks;
    private final VerificationSlots unknown;

    /**
     * Creates the routes. Signatures are checked on {@code checking}; requests to Amazon run on {@code fetching}, so that
     * forged messages do not delay genuine ones.
     */
    public SnsRoutes(
            Set<String> topics,
            ReportInbox reports,
            CertificateFetcher fetcher,
            WorkerExecutor checking,
            WorkerExecutor fetching) {
        this.topics = topics;
        this.reports = reports;
        this.fetcher = fetcher;
        this.signatures = new SnsSignatureVerifier(fetcher);
        this.fetching = fetching;
        this.checks = new VerificationSlots(checking, MAX_CHECKED, new AtomicInteger());
        this.unknown = new VerificationSlots(fetching, MAX_FETCHED, new AtomicInteger());
    }

    /** A bounded pool of verifications on the same few threads; a message beyond the bound is refused. */
    private record VerificationSlots(WorkerExecutor workers, int max, AtomicInteger inside) {

        <T> Future<T> run(Callable<T> work) {
            if (inside.incrementAndGet() > max) {
                inside.decrementAndGet();
                throw Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many messages at once; send it again", 1);
            }
            return workers.executeBlocking(work, false).onComplete(ignored -> inside.decrementAndGet());
        }
    }

    /** The answer to a notification; {@code duplicate} is true for one that had come before, and absent otherwise. */
    private record SnsReceipt(
            boolean success,
            @JsonInclude(Include.NON_NULL) @Nullable Boolean duplicate) {}

    @Override
    public void mount(RouteTable api) {
        api.post("/webhooks/sns")
                .access(Access.OPEN)
                .raw()
                .limit(LIMIT)
                .body(body -> SnsMessage.read("", body))
                .answers(SnsReceipt.class)
                .fails(Kind.FORBIDDEN)
                .to(this::receive);
    }

    private Future<ApiResponse> receive(ApiRequest call) {
        if (topics.isEmpty()) {
            throw forbidden(
                    "This installation takes no notifications of SNS; inbound.topics names the topics it believes");
        }
        var message = SnsMessage.of(call.raw());
        if (!topics.contains(message.topic().arn())) {
            throw forbidden("This topic is not one of those this installation believes");
        }
        requireFresh(message.at());
        return check(message, AddressRateLimiter.network(call.clientAddress()))
                .compose(ignored -> switch (message.type()) {
                    case SnsMessage.NOTIFICATION -> store(message);
                    case SnsMessage.SUBSCRIPTION -> subscribe(message);
                    case SnsMessage.UNSUBSCRIPTION -> unsubscribed(message);
                    default -> Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The message's Type is unknown"));
                });
    }

    private static Failure forbidden(String sentence) {
        return Failure.of(Kind.FORBIDDEN, sentence);
    }

    private static void requireFresh(Instant at) {
        var now = Instant.now();
        if (at.isBefore(now.minus(OLDEST)) || at.isAfter(now.plus(MAX_CLOCK_LEAD))) {
            throw forbidden("The message is too old, or from the future");
        }
    }

    private Future<Boolean> check(SnsMessage message, UUID client) {
        var slots = signatures.isAtHand(message) ? checks : unknown;
        return slots.run(() -> {
            signatures.require(message, client);
            return true;
        });
    }

    private Future<ApiResponse> store(SnsMessage message) {
        if (message.message().length() > MAX_MESSAGE_LENGTH) {
            throw Failure.of(Kind.BAD_REQUEST, "The message is larger than any of SNS");
        }
        var kind = SesReportParser.kind(message.message());
        return accept(message, kind);
    }

    /** Stores the message; one that is stored already has had its effects, or will have them. */
    private Future<ApiResponse> accept(SnsMessage message, String kind) {
        return reports.accept(SesReportParser.PROVIDER, message.id(), kind, Buffer.buffer(message.text()))
                .map(isNew -> ApiResponse.ok(new SnsReceipt(true, isNew ? null : true)));
    }

    private Future<ApiResponse> subscribe(SnsMessage message) {
        var address = message.topic()
                .confirmation(message.confirmationUrl())
                .orElseThrow(() -> Failure.of(
                        Kind.BAD_REQUEST, "The address that confirms the subscription is not one of this topic's"));
        return fetching.executeBlocking(() -> confirm(address), false).compose(status -> {
            if (status < 200 || status > 299) {
                LOG.atWarn()
                        .addKeyValue("topic", message.topic().arn())
                        .addKeyValue("status", status)
                        .log("The subscription to a topic could not be confirmed");
                throw Failure.later(
                        Kind.SERVICE_UNAVAILABLE, "The subscription could not be confirmed; send it again", 10);
            }
            LOG.atInfo().addKeyValue("topic", message.topic().arn()).log("The subscription to a topic is confirmed");
            return accept(message, message.type());
        });
    }

    /** Confirms a subscription; returns the status, 0 for no answer. */
    private int confirm(URI address) {
        try {
            return fetcher.get(address).status();
        } catch (IOException none) {
            return 0;
        }
    }

    private Future<ApiResponse> unsubscribed(SnsMessage message) {
        LOG.atWarn()
                .addKeyValue("topic", message.topic().arn())
                .log("The subscription to a topic was ended; nothing more is heard of its mail");
        return accept(message, message.type());
    }
}
