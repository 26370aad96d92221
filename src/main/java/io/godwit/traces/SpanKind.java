package io.godwit.traces;

/** The part of a span in a call, with the numbers of the protocol ({@code Span.SpanKind} of OTLP). */
public enum SpanKind {
    INTERNAL(1),
    SERVER(2),
    CLIENT(3),
    PRODUCER(4),
    CONSUMER(5);

    private final int number;

    SpanKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
