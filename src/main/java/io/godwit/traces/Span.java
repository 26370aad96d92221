package io.godwit.traces;

import java.util.Optional;

/**
 * A step of work with its beginning and end. Attributes are ids, names of ours, numbers and host names; never addresses of
 * people, bodies, URLs with their parameters, or secrets. Safe to use from any thread.
 */
public interface Span {

    /** The span of what is not traced, which ignores everything. */
    Span NONE = new Span() {
        @Override
        public Optional<TraceContext> context() {
            return Optional.empty();
        }

        @Override
        public Span startedAt(long nanoTime) {
            return this;
        }

        @Override
        public Span attribute(String name, String value) {
            return this;
        }

        @Override
        public Span attribute(String name, long value) {
            return this;
        }

        @Override
        public Span link(TraceContext other) {
            return this;
        }

        @Override
        public void event(String name) {}

        @Override
        public void failed(String type) {}

        @Override
        public void end() {}
    };

    /** Returns the context that what the span causes has to carry; empty when nothing is recorded. */
    Optional<TraceContext> context();

    /** Returns whether the span is recorded; where not, nothing needs to be prepared for it. */
    default boolean isRecorded() {
        return context().isPresent();
    }

    /** Moves the beginning of the span to a moment of {@link System#nanoTime}. */
    Span startedAt(long nanoTime);

    /** Sets an attribute; of a value, 256 characters are kept. */
    Span attribute(String name, String value);

    Span attribute(String name, long value);

    /** Adds a link to a span that is not above this one; 128 are kept. */
    Span link(TraceContext other);

    /** Notes a moment within the span; 64 are kept. */
    void event(String name);

    /** Marks the span as failed; {@code type} is of few kinds, such as a status or the simple name of a class. */
    void failed(String type);

    /** Ends the span, which is then exported; whatever is called later changes nothing. */
    void end();
}
