package io.godwit.webhooks;

import io.godwit.core.Vault;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Carries one claimed call through one attempt. */
final class Attempting {

    private final Vault vault;
    private final Targets targets;
    private final Resolver resolver;
    private final Caller caller;
    private final Outcomes outcomes;

    Attempting(Vault vault, Targets targets, Resolver resolver, Caller caller, Outcomes outcomes) {
        this.vault = vault;
        this.targets = targets;
        this.resolver = resolver;
        this.caller = caller;
        this.outcomes = outcomes;
    }

    /** Never fails; completes within the time-out and a little. */
    Future<Result> make(Claimed call, Optional<Secrets> secrets) {
        if (!call.enabled()) {
            return Future.succeededFuture(outcomes.disabled(call));
        } else if (call.goneUntil().isPresent()) {
            return Future.succeededFuture(outcomes.gone(call, call.goneUntil().get()));
        } else if (call.left().compareTo(call.age()) <= 0) {
            return Future.succeededFuture(outcomes.expired(call));
        }
        return attempt(call, secrets)
                .map(reply -> outcomes.answered(call, reply))
                .recover(cause -> Future.succeededFuture(
                        cause instanceof Refused refused
                                ? outcomes.refused(call, refused)
                                : outcomes.unanswered(call, Unanswered.of(cause))));
    }

    private Future<Reply> attempt(Claimed call, Optional<Secrets> secrets) {
        try {
            var request = sound(call, Request.open(vault, call.project(), call.id(), call.sealed()));
            var target = targets.read(request.url());
            var signed = secrets.map(known -> headers(call, request, target, known));
            return signed.isEmpty()
                    ? Future.failedFuture(Unanswered.withoutSecret())
                    : addresses(target).compose(found -> send(call, request, target, signed.get(), found));
        } catch (Refused refused) {
            return Future.failedFuture(refused);
        }
    }

    /** What was right when it was written may have become wrong when it was rendered. */
    private static Request sound(Claimed call, Request request) {
        if (request.oversized()) {
            throw Refused.request("The body has more than " + (Request.LARGEST_BODY >> 10) + " KB.");
        } else if (!CallHeaders.METHODS.contains(call.method())) {
            throw Refused.request("The method must be one of GET, POST, PUT, PATCH and DELETE.");
        }
        CallHeaders.mistakes(request.headers()).stream().findFirst().ifPresent(mistake -> {
            throw Refused.request(mistake);
        });
        return request;
    }

    private Future<List<InetAddress>> addresses(Target target) {
        return target.literal()
                .map(address -> Future.succeededFuture(List.of(address)))
                .orElseGet(() -> resolver.addresses(target.host()));
    }

    private Future<Reply> send(
            Claimed call, Request request, Target target, MultiMap headers, List<InetAddress> addresses) {
        if (addresses.isEmpty()) {
            return Future.failedFuture(Unanswered.withoutAddress());
        }
        targets.check(target, addresses);
        var left = caller.timeout().minus(call.age());
        return left.compareTo(Duration.ZERO) <= 0
                ? Future.failedFuture(Unanswered.late())
                : caller.call(
                        target,
                        addresses,
                        HttpMethod.valueOf(call.method()),
                        headers,
                        request.body().map(Buffer::buffer),
                        left);
    }

    private static MultiMap headers(Claimed call, Request request, Target target, Secrets secrets) {
        var headers =
                MultiMap.caseInsensitiveMultiMap().set("User-Agent", "Godwit").set("Content-Type", "application/json");
        request.headers().forEach((name, value) -> headers.set(name, octets(value)));
        var seconds = call.now().getEpochSecond();
        var body = request.body().orElse("").getBytes(StandardCharsets.UTF_8);
        return headers.set("Host", target.authority())
                .set("webhook-id", call.id().toString())
                .set("webhook-timestamp", String.valueOf(seconds))
                .set("webhook-signature", Signature.of(secrets.all(), call.id(), seconds, body));
    }

    /** Headers go out one octet a character; this makes them the octets of UTF-8. */
    private static String octets(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
