package io.godwit.submission;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.api.Submission;
import io.godwit.sending.api.Submission.Receipt;
import io.godwit.sending.api.Submission.Recipient;
import io.godwit.sending.api.Submission.RecipientKind;
import io.godwit.sending.content.StoredContent;
import io.godwit.templates.Template;
import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.traces.TraceContext;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Turns a submitted message into one email per recipient, as {@code POST /v1/send} would. Safe to use from any context. */
final class SubmissionService {

    /** Messages of up to so many octets are read on the event loop; that takes about a tenth of a millisecond. */
    private static final int READ_ON_LOOP = 64 * 1024;

    private final SubmissionDependencies dependencies;
    private final SubmissionContentBuilder contents;
    private final String name;

    /** @param name of this server in Received fields */
    SubmissionService(SubmissionDependencies dependencies, String name) {
        this.dependencies = dependencies;
        this.contents = new SubmissionContentBuilder(dependencies);
        this.name = name;
    }

    /**
     * A message as it was received.
     *
     * @param protocol for its Received field (RFC 3848)
     */
    record Received(Tenant tenant, String mailFrom, List<EmailAddress> recipients, byte[] message, String protocol) {}

    /** The answer to a message, kept with its idempotency key. */
    record QueuedMessage(String email, int emails) {

        static QueuedMessage of(Receipt receipt) {
            return new QueuedMessage(
                    receipt.accepted().get(0).email().toString(),
                    receipt.accepted().size());
        }

        static QueuedMessage of(ApiResponse response) {
            if (response.body() instanceof byte[] kept) {
                var answer = Json.readObject(new String(kept, StandardCharsets.UTF_8));
                return new QueuedMessage(
                        String.valueOf(answer.get("email")),
                        answer.get("emails") instanceof Number count ? count.intValue() : 1);
            }
            return response.body() instanceof QueuedMessage queued ? queued : new QueuedMessage("", 0);
        }
    }

    /**
     * Completes once the emails are committed. Fails with a {@link SubmissionException} or a {@link Failure} that says why the
     * message is refused.
     */
    Future<QueuedMessage> accept(Received received) {
        var span = dependencies.tracer().root(SpanKind.SERVER, "smtp submission");
        return traced(span, received.tenant(), accept(received, span.context()));
    }

    private Future<QueuedMessage> accept(Received received, Optional<TraceContext> trace) {
        return read(received)
                .compose(read -> contents.template(received.tenant(), read.message())
                        .compose(template -> contents.build(received, read.message(), template)
                                .compose(dependencies.compressor()::compress)
                                .compose(content -> dependencies
                                        .gateway()
                                        .accept(submission(received, read, template, content, trace)))))
                .map(QueuedMessage::of);
    }

    private static Future<QueuedMessage> traced(Span span, Tenant tenant, Future<QueuedMessage> accepted) {
        if (!span.isRecorded()) {
            return accepted;
        }
        span.attribute("network.protocol.name", "smtp")
                .attribute("godwit.project.id", tenant.project().toString());
        return accepted.onFailure(error -> span.failed(error.getClass().getSimpleName()))
                .onComplete(ignored -> span.end());
    }

    /** A message that was read, with the claim that makes it unique. */
    private record ReadMessage(SubmittedMessage message, Optional<IdempotencyClaim> claim) {}

    private Future<ReadMessage> read(Received received) {
        return received.message().length <= READ_ON_LOOP
                ? readHere(received)
                : dependencies
                        .workers()
                        .executeBlocking(() -> readHere(received), false)
                        .compose(Function.identity());
    }

    private Future<ReadMessage> readHere(Received received) {
        try {
            var message = SubmittedMessage.of(
                    received.message(),
                    "by " + name + " with " + received.protocol(),
                    Clock.systemUTC().instant(),
                    dependencies.relayHeaders());
            return Future.succeededFuture(new ReadMessage(message, claim(received, message)));
        } catch (SubmissionException | Failure refused) {
            return Future.failedFuture(refused);
        }
    }

    private static Submission submission(
            Received received,
            ReadMessage read,
            Optional<Template> template,
            StoredContent content,
            Optional<TraceContext> trace) {
        var headers = read.message().headers();
        return new Submission(
                received.tenant(),
                Ids.next().toString(),
                read.claim(),
                content,
                template.map(Template::id),
                template.map(Template::type).orElse(headers.type()),
                template.isPresent()
                        ? headers.tracking()
                        : Optional.of(headers.tracking().orElse(false)),
                recipients(received, read.message()),
                Optional.empty(),
                QueuedMessage::of,
                trace);
    }

    private static List<Recipient> recipients(Received received, SubmittedMessage message) {
        var recipients = new ArrayList<Recipient>();
        for (var address : received.recipients()) {
            var name = Optional.ofNullable(message.names().get(address));
            recipients.add(new Recipient(
                    RecipientKind.TO,
                    recipients.size(),
                    change(address, name, message.headers()),
                    new EmailId(Ids.next()),
                    name,
                    message.headers().data().transientData()));
        }
        return recipients;
    }

    /** Returns the change of a recipient's contact: the data of the call, and the name that To or Cc shows. */
    private static ContactChange change(EmailAddress address, Optional<String> name, SubmissionHeaders headers) {
        var data = new LinkedHashMap<>(headers.data().persistentData().members());
        name.ifPresent(shown -> data.put("name", shown));
        return new ContactChange(
                address,
                headers.subscribed(),
                false,
                SubscriptionAuthority.REQUEST,
                data.isEmpty() ? DataPatch.NONE : new DataPatch(data));
    }

    /**
     * Returns the claim on the client's idempotency key, or else on its Message-ID. A program may use one Message-ID for several
     * messages, and a mail server sends one message in several transactions: only the same message to the same recipients is a
     * repetition, so the key holds the hash of both.
     */
    private static Optional<IdempotencyClaim> claim(Received received, SubmittedMessage message) {
        var headers = message.headers();
        if (headers.idempotencyKey().isEmpty() && message.messageId().isEmpty()) {
            return Optional.empty();
        }
        var hash = hash(received);
        var key = headers.idempotencyKey()
                .orElseGet(() -> "message-id " + HexFormat.of().formatHex(hash));
        return Optional.of(new IdempotencyClaim(received.tenant().project().value(), key, hash));
    }

    private static byte[] hash(Received received) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var recipient : received.recipients()) {
                digest.update((recipient + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return digest.digest(received.message());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }
}
