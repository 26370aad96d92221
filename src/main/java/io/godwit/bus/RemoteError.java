package io.godwit.bus;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.vertx.core.eventbus.ReplyException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form of an error between nodes. A {@link Failure} arrives whole; anything else is the other node's own fault, which it has
 * logged, and arrives as its class name and text.
 *
 * @param kind of a failure; null for anything else, and for a kind only a newer node knows
 */
record RemoteError(@Nullable Kind kind, String sentence, List<RemoteIssue> mistakes, Map<String, Object> details) {

    /** An {@link Issue} without its Optional, which has no JSON form here. */
    record RemoteIssue(
            String field,
            String message,
            String code,
            @Nullable String received) {

        static RemoteIssue of(Issue issue) {
            return new RemoteIssue(
                    issue.field(),
                    issue.message(),
                    issue.code(),
                    issue.received().orElse(null));
        }

        Issue issue() {
            return new Issue(field, message, code, Optional.ofNullable(received));
        }
    }

    static RemoteError of(Throwable error) {
        if (error instanceof Failure failure) {
            var mistakes = failure.issues().stream().map(RemoteIssue::of).toList();
            return new RemoteError(failure.kind(), failure.sentence(), mistakes, failure.details());
        }
        return new RemoteError(null, error.toString(), List.of(), Map.of());
    }

    /** The error of a request without a handler, or without a reply in time: the caller may try again. */
    static Throwable ofDelivery(Throwable error) {
        return error instanceof ReplyException
                ? Failure.later(Kind.SERVICE_UNAVAILABLE, "The service is busy. Try again in a moment.", 1)
                : error;
    }

    Throwable error() {
        if (kind == null) {
            return new IllegalStateException("Another node failed: " + sentence);
        }
        var failure = Failure.of(
                kind, sentence, mistakes.stream().map(RemoteIssue::issue).toList());
        for (var detail : details.entrySet()) {
            failure = failure.with(detail.getKey(), detail.getValue());
        }
        return failure;
    }
}
