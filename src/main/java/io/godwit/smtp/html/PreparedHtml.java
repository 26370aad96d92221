package io.godwit.smtp.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An HTML body with gaps for values that is read once for many emails: where its links are, and its plain text. Values that could
 * change how the body is read are refused; such an email is read by itself, by {@link HtmlLinkRewriter} and
 * {@link PlainTextWriter}, and the result is the same. Immutable.
 */
public final class PreparedHtml {

    private final HtmlGaps gaps;
    private final List<Piece> pieces;
    private final PreparedText text;

    private PreparedHtml(HtmlGaps gaps) {
        this.gaps = gaps;
        this.pieces = new LinkPieces(gaps.html()).all();
        this.text = PreparedText.of(gaps.html());
    }

    /** A piece of the body. */
    public sealed interface Piece {

        /** HTML that is the same in every email. */
        record Fixed(String html) implements Piece {}

        /** A place for a value: HTML. */
        record Gap(int number) implements Piece {}

        /**
         * The address of a link.
         *
         * @param written as it is written in the attribute, with marks for values
         */
        record Link(String written) implements Piece {

            public boolean isFixed() {
                return !HtmlGaps.hasMark(written);
            }

            /** Returns the address, with its entities resolved. */
            public String address() {
                return HtmlEntities.resolve(written, true);
            }

            /** Returns the attribute with these values, as it is written. */
            public String written(List<String> values) {
                return HtmlGaps.filled(written, values);
            }

            /** Returns the address with these values. */
            public String address(List<String> values) {
                return HtmlEntities.resolve(written(values), true);
            }
        }
    }

    /**
     * Reads a body; empty when values could change how it is read.
     *
     * @param texts between the values, one more than there are values
     */
    public static Optional<PreparedHtml> of(List<String> texts) {
        return HtmlGaps.between(texts).map(PreparedHtml::new);
    }

    /** Returns the pieces in their order; the last gap by number is one at the end of the body, for what is added to it. */
    public List<Piece> pieces() {
        return pieces;
    }

    /** Returns the number of the gap at the end of the body. */
    public int end() {
        return gaps.gaps().size() - 1;
    }

    /** Returns whether the values leave the body as it was read; with one for the end of the body. */
    public boolean takes(List<String> values) {
        return gaps.take(values);
    }

    /** Returns the plain text of the body with values it takes. */
    public String plainText(List<String> values) {
        return text.with(values);
    }

    /** Returns the number of characters kept, those of the pieces left out. */
    public int size() {
        return gaps.html().length() + text.size();
    }

    /** Collects the pieces. */
    private static final class LinkPieces implements HtmlLinkScanner.Visitor {

        private final String html;
        private final List<Piece> pieces = new ArrayList<>();
        private int copied;

        LinkPieces(String html) {
            this.html = html;
        }

        List<Piece> all() {
            new HtmlLinkScanner(html, this).scan();
            copyTo(html.length());
            return List.copyOf(pieces);
        }

        @Override
        public void link(int from, int to) {
            copyTo(from);
            pieces.add(new Piece.Link(html.substring(from, to)));
            copied = to;
        }

        @Override
        public void bodyEnd(int from) {}

        private void copyTo(int end) {
            for (var at = copied; at < end; at++) {
                if (HtmlGaps.isMark(html.charAt(at))) {
                    fix(at);
                    pieces.add(new Piece.Gap(HtmlGaps.number(html.charAt(at))));
                    copied = at + 1;
                }
            }
            fix(end);
        }

        private void fix(int end) {
            if (end > copied) {
                pieces.add(new Piece.Fixed(html.substring(copied, end)));
                copied = end;
            }
        }
    }
}
