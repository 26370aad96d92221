package io.godwit.templates.engine;

import org.jspecify.annotations.Nullable;

/**
 * One {@code {{…}}} or {@code {%…%}} as written.
 *
 * @param word the name of a tag of a block, {@code #if} and {@code :else} for our own; for {@link Kind#BROKEN} the problem
 * @param segment the node it prints, where it stands alone
 * @param head the part it begins, where it opens or divides a block
 * @param warning the reason to refuse it when a template is saved although it can be rendered; empty when it is sound
 */
record Tag(
        Kind kind,
        Span span,
        String word,
        @Nullable TemplateNode segment,
        @Nullable TagHead head,
        String warning) {

    /** The kind of a tag. */
    enum Kind {
        /** Stands alone; a comment has no segment. */
        SINGLE,
        OPENING,
        /** Begins another part of its block. */
        DIVIDING,
        CLOSING,
        /** Stays literal text. */
        BROKEN
    }

    /**
     * The position of a tag in the source.
     *
     * @param start offset of its first brace
     * @param end offset after its last brace
     * @param trimsLeft whether the blanks before it are dropped
     */
    record Span(int start, int end, boolean trimsLeft, boolean trimsRight) {

        static Span of(int start, int end) {
            return new Span(start, end, false, false);
        }
    }

    static Tag printing(Span span, TemplateNode node, String warning) {
        return new Tag(Kind.SINGLE, span, "", node, null, warning);
    }

    static Tag silent(Span span) {
        return new Tag(Kind.SINGLE, span, "", null, null, "");
    }

    static Tag opening(Span span, String word, TagHead.Opening head, String warning) {
        return new Tag(Kind.OPENING, span, word, null, head, warning);
    }

    static Tag dividing(Span span, String word, TagHead head, String warning) {
        return new Tag(Kind.DIVIDING, span, word, null, head, warning);
    }

    /** @param word of the tag that opened the block */
    static Tag closing(Span span, String word) {
        return new Tag(Kind.CLOSING, span, word, null, null, "");
    }

    static Tag broken(Span span, String problem) {
        return new Tag(Kind.BROKEN, span, problem, null, null, "");
    }

    Tag broken(String problem) {
        return broken(span, problem);
    }

    int start() {
        return span.start();
    }

    int end() {
        return span.end();
    }
}
