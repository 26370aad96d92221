package io.godwit.sending.pipeline;

import io.godwit.sending.EmailSource;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.traces.Tracer;
import java.util.List;

/**
 * Begins the spans of claims and attempts. An email of a traced request or workflow carries its trace; the emails of campaigns
 * are too many to carry the one of their page, so each has a trace of its own by chance.
 */
final class EmailTracer {

    private final Tracer tracer;

    EmailTracer(Tracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Records the claim for each traced email.
     *
     * @param startedNanos when the claiming statement was sent, of {@link System#nanoTime}
     */
    List<ClaimedEmail> claimed(List<ClaimedEmail> claimed, long startedNanos) {
        return tracer.isOn()
                ? claimed.stream().map(email -> claimed(email, startedNanos)).toList()
                : claimed;
    }

    private ClaimedEmail claimed(ClaimedEmail email, long startedNanos) {
        var span = claim(email).startedAt(startedNanos);
        describe(span, email);
        span.end();
        return email.trace().isEmpty() && span.isRecorded()
                ? email.tracedBy(span.context().orElseThrow())
                : email;
    }

    private Span claim(ClaimedEmail email) {
        var name = "email claim";
        return email.trace().isEmpty() && email.lane() == EmailSource.CAMPAIGN.lane()
                ? tracer.root(SpanKind.CONSUMER, name)
                : tracer.child(email.trace(), SpanKind.CONSUMER, name);
    }

    /** Begins the span of an attempt. */
    AttemptTrace attempt(ClaimedEmail email) {
        if (email.trace().isEmpty()) {
            return AttemptTrace.NONE;
        }
        var span = tracer.child(email.trace(), SpanKind.INTERNAL, "email attempt")
                .attribute("godwit.email.attempt", email.attempts() + 1L);
        describe(span, email);
        return new AttemptTrace(tracer, span);
    }

    private static void describe(Span span, ClaimedEmail email) {
        if (span.isRecorded()) {
            span.attribute("godwit.project.id", email.project().toString())
                    .attribute("godwit.email.id", email.email().toString());
        }
    }
}
