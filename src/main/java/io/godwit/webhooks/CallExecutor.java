package io.godwit.webhooks;

import io.godwit.core.Crypto;
import io.godwit.traces.Span;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Makes one attempt of a claimed call. */
final class CallExecutor {

    private final Crypto crypto;
    private final TargetPolicy targets;
    private final AddressResolver resolver;
    private final WebhookHttpClient client;
    private final CallPolicy policy;
    private final Tracer tracer;

    CallExecutor(
            Crypto crypto,
            TargetPolicy targets,
            AddressResolver resolver,
            WebhookHttpClient client,
            CallPolicy policy,
            Tracer tracer) {
        this.crypto = crypto;
        this.targets = targets;
        this.resolver = resolver;
        this.client = client;
        this.policy = policy;
        this.tracer = tracer;
    }

    /** Makes the attempt; never fails, and completes soon after the timeout at the latest. */
    Future<CallOutcome> make(ClaimedCall call, Optional<SigningSecrets> secrets) {
        if (!call.enabled()) {
            return Future.succeededFuture(policy.disabled(call));
        } else if (call.goneUntil().isPresent()) {
            return Future.succeededFuture(
                    policy.endpointGone(call, call.goneUntil().get()));
        } else if (call.left().compareTo(call.age()) <= 0) {
            return Future.succeededFuture(policy.expired(call));
        }
        var span = CallTrace.begin(tracer, call);
        return CallTrace.ending(span, attempt(call, secrets, span))
                .map(response -> policy.answered(call, response))
                .recover(cause -> Future.succeededFuture(
                        cause instanceof CallRejectedException rejection
                                ? policy.refused(call, rejection)
                                : policy.unanswered(call, NoResponseException.of(cause))));
    }

    private Future<CallResponse> attempt(ClaimedCall call, Optional<SigningSecrets> secrets, Span span) {
        try {
            var request = checked(call, CallRequest.open(crypto, call.project(), call.id(), call.sealed()));
            var target = targets.read(request.url());
            span.attribute("server.address", target.host()).attribute("server.port", target.port());
            var signed = secrets.map(known -> CallTrace.add(span, headers(call, request, target, known)));
            return signed.isEmpty()
                    ? Future.failedFuture(NoResponseException.withoutSecret())
                    : addresses(target).compose(found -> send(call, request, target, signed.get(), found));
        } catch (CallRejectedException rejection) {
            return Future.failedFuture(rejection);
        }
    }

    /** Checks a request again, because rendering may have made a valid template an invalid request. */
    private static CallRequest checked(ClaimedCall call, CallRequest request) {
        if (request.oversized()) {
            throw CallRejectedException.request(
                    "The body has more than " + (CallRequest.MAX_BODY_BYTES >> 10) + " KB.");
        } else if (!CallHeaders.METHODS.contains(call.method())) {
            throw CallRejectedException.request("The method must be one of GET, POST, PUT, PATCH and DELETE.");
        }
        CallHeaders.mistakes(request.headers()).stream().findFirst().ifPresent(mistake -> {
            throw CallRejectedException.request(mistake);
        });
        return request;
    }

    private Future<List<InetAddress>> addresses(TargetUrl target) {
        return target.literal()
                .map(address -> Future.succeededFuture(List.of(address)))
                .orElseGet(() -> resolver.addresses(target.host()));
    }

    private Future<CallResponse> send(
            ClaimedCall call, CallRequest request, TargetUrl target, MultiMap headers, List<InetAddress> addresses) {
        if (addresses.isEmpty()) {
            return Future.failedFuture(NoResponseException.withoutAddress());
        }
        targets.check(target, addresses);
        var left = client.timeout().minus(call.age());
        return left.compareTo(Duration.ZERO) <= 0
                ? Future.failedFuture(NoResponseException.timedOut())
                : client.call(
                        target,
                        addresses,
                        HttpMethod.valueOf(call.method()),
                        headers,
                        request.body().map(Buffer::buffer),
                        left);
    }

    private static MultiMap headers(ClaimedCall call, CallRequest request, TargetUrl target, SigningSecrets secrets) {
        var headers =
                MultiMap.caseInsensitiveMultiMap().set("User-Agent", "Godwit").set("Content-Type", "application/json");
        request.headers().forEach((name, value) -> headers.set(name, octets(value)));
        var seconds = call.now().getEpochSecond();
        var body = request.body().orElse("").getBytes(StandardCharsets.UTF_8);
        return headers.set("Host", target.authority())
                .set("webhook-id", call.id().toString())
                .set("webhook-timestamp", String.valueOf(seconds))
                .set("webhook-signature", WebhookSignature.sign(secrets.all(), call.id(), seconds, body));
    }

    /** Encodes a header value: headers are sent one octet a character, so its characters become the octets of UTF-8. */
    private static String octets(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
