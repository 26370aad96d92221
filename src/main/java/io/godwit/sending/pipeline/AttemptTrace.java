package io.godwit.sending.pipeline;

import io.godwit.delivery.DeliveryFailedException;
import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.traces.Tracer;

/**
 * The spans of one attempt: one for all of it, and below it one for each of its phases, which follow each other. The text of a
 * mail server's reply is not in them, because there may be the recipient's address in it. Safe to use from any thread.
 */
final class AttemptTrace {

    /** The trace of an email that is not traced. */
    static final AttemptTrace NONE = new AttemptTrace(Tracer.OFF, Span.NONE);

    private final Tracer tracer;
    private final Span attempt;
    private volatile Span phase = Span.NONE;

    AttemptTrace(Tracer tracer, Span attempt) {
        this.tracer = tracer;
        this.attempt = attempt;
        begin(SpanKind.INTERNAL, "email begin");
    }

    /** Ends the phase that marks the row and waits for a connection; from now on the message is made. */
    void composing() {
        begin(SpanKind.INTERNAL, "email compose");
    }

    /** Ends the making of the message, which is with the transport from now on. */
    void sending() {
        begin(SpanKind.CLIENT, "smtp send");
        phase.attribute("network.protocol.name", "smtp");
    }

    private void begin(SpanKind kind, String name) {
        if (attempt.isRecorded()) {
            phase.end();
            phase = tracer.child(attempt.context(), kind, name);
        }
    }

    void reached(SmtpStage stage) {
        if (attempt.isRecorded()) {
            phase.event(stage.name());
        }
    }

    void replied(SmtpReply reply) {
        if (attempt.isRecorded()) {
            phase.attribute("smtp.reply.code", reply.code());
            reply.enhanced().ifPresent(code -> phase.attribute("smtp.reply.enhanced_code", code));
        }
    }

    /** Notes the host and the encryption of the session. */
    void ended(SmtpEvidence evidence) {
        if (attempt.isRecorded()) {
            phase.attribute("server.address", evidence.host());
            evidence.tls().ifPresent(tls -> phase.attribute("tls.protocol.version", tls.protocol()));
        }
    }

    void failed(Throwable error) {
        if (error instanceof DeliveryFailedException failure) {
            failed(failure.failure());
        } else if (error instanceof SmtpException failure) {
            failed(failure);
        } else {
            failed(error.getClass().getSimpleName());
        }
    }

    private void failed(SmtpException failure) {
        phase.attribute("smtp.stage", failure.stage().name());
        failure.reply().ifPresent(this::replied);
        failed(failure.reply().map(reply -> Integer.toString(reply.code())).orElseGet(failure.stage()::name));
    }

    private void failed(String type) {
        phase.failed(type);
        attempt.failed(type);
    }

    /** Ends the spans; their results are known by then. */
    void over() {
        phase.end();
        attempt.end();
    }
}
