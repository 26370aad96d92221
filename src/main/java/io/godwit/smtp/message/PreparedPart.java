package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text for many messages, whose fixed pieces are encoded once; between two of them is a gap that each message fills. A text that
 * needs no encoding, or is shorter in base64, is kept as it is and encoded with each message. Immutable.
 */
public final class PreparedPart {

    private final TransferEncoding encoding;

    /** Encoded, if the encoding is quoted-printable; one more than there are gaps. */
    private final byte[][] fixed;

    /** The columns at the ends of the fixed pieces. */
    private final int[] columns;

    /** The widths of the gaps. */
    private final int[] gaps;

    private final int size;

    private PreparedPart(TransferEncoding encoding, List<String> texts, List<Integer> gaps) {
        this.encoding = encoding;
        this.gaps = gaps.stream().mapToInt(Integer::intValue).toArray();
        this.fixed = new byte[texts.size()][];
        this.columns = new int[texts.size()];
        for (var number = 0; number < fixed.length; number++) {
            var text = texts.get(number).getBytes(StandardCharsets.UTF_8);
            fixed[number] = encoding == TransferEncoding.QUOTED_PRINTABLE ? quoted(text, number) : text;
        }
        this.size = Arrays.stream(fixed).mapToInt(piece -> piece.length).sum()
                + Arrays.stream(this.gaps).sum();
    }

    private byte[] quoted(byte[] text, int number) {
        var out = new ByteBuilder(text.length + text.length / 8);
        columns[number] = QuotedPrintableEncoder.encode(text, columnAfterGap(number - 1), out);
        return out.toBytes();
    }

    /** Returns the column at which a fixed piece begins: after a token that begins a line, or at the begin of a line. */
    private int columnAfterGap(int gap) {
        return gap < 0 ? 0 : gaps[gap];
    }

    /** Collects the pieces of a text. */
    public static final class Builder {

        private final List<String> texts = new ArrayList<>();
        private final List<Integer> gaps = new ArrayList<>();
        private final StringBuilder sample = new StringBuilder();
        private StringBuilder text = new StringBuilder();

        public Builder fixed(String piece) {
            text.append(piece);
            sample.append(piece);
            return this;
        }

        /** Adds a gap for any text. */
        public Builder gap() {
            return gap(0);
        }

        /** Adds a gap for a token of letters, digits, hyphens and underscores that has always this length, at most 75. */
        public Builder token(int length) {
            sample.append("x".repeat(length));
            return gap(length);
        }

        private Builder gap(int width) {
            texts.add(text.toString());
            gaps.add(width);
            text = new StringBuilder();
            return this;
        }

        public PreparedPart build() {
            texts.add(text.toString());
            var encoding = TransferEncoding.forText(sample.toString().getBytes(StandardCharsets.UTF_8));
            return new PreparedPart(encoding, texts, gaps);
        }
    }

    /** Returns about the number of octets of the text without what is in its gaps for any text. */
    public int size() {
        return size;
    }

    /**
     * Fills the gaps, in their order.
     *
     * @param fillings in UTF-8; a token has the length it was announced with
     */
    public MessageText filled(List<byte[]> fillings) {
        if (fillings.size() != gaps.length) {
            throw new IllegalArgumentException("There are " + gaps.length + " gaps and " + fillings.size() + " texts");
        }
        return new Filled(this, fillings);
    }

    /** A prepared text with the gaps of one message filled. */
    record Filled(PreparedPart part, List<byte[]> fillings) implements MessageText {

        Filled {
            fillings = List.copyOf(fillings);
        }

        @Override
        public void write(String subtype, ByteBuilder out) {
            if (part.encoding == TransferEncoding.QUOTED_PRINTABLE) {
                MimePart.Text.head(subtype, part.encoding, out);
                part.writeQuoted(fillings, out);
            } else {
                new MimePart.Text(subtype, part.joined(fillings)).write(out);
            }
        }

        @Override
        public int size() {
            return part.size
                    + fillings.stream().mapToInt(filling -> filling.length).sum();
        }
    }

    private byte[] joined(List<byte[]> fillings) {
        var out = new ByteBuilder(size + 256);
        for (var number = 0; number < fixed.length; number++) {
            out.add(fixed[number]);
            if (number < gaps.length) {
                out.add(fillings.get(number));
            }
        }
        return out.toBytes();
    }

    private void writeQuoted(List<byte[]> fillings, ByteBuilder out) {
        var column = 0;
        for (var number = 0; number < fixed.length; number++) {
            if (fixed[number].length > 0) {
                column = aligned(column, columnAfterGap(number - 1), out);
                out.add(fixed[number]);
                column = columns[number];
            }
            if (number < gaps.length) {
                column = filled(fillings.get(number), gaps[number], column, out);
            }
        }
    }

    private static int filled(byte[] filling, int width, int column, ByteBuilder out) {
        if (width == 0) {
            return QuotedPrintableEncoder.encode(filling, column, out);
        } else if (filling.length != width) {
            throw new IllegalArgumentException("A token of " + width + " octets has " + filling.length);
        }
        aligned(column, 0, out);
        out.add(filling);
        return width;
    }

    private static int aligned(int column, int wanted, ByteBuilder out) {
        return column == wanted ? wanted : QuotedPrintableEncoder.softBreak(out);
    }
}
