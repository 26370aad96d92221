package io.godwit.sending.rendering;

import io.godwit.sending.rendering.LinkTracker.EmailLinks;
import io.godwit.sending.rendering.LinkTracker.TrackedLink;
import io.godwit.smtp.html.HtmlLinkRewriter;
import io.godwit.smtp.html.PreparedHtml;
import io.godwit.smtp.html.PreparedHtml.Piece;
import io.godwit.smtp.message.MessageText;
import io.godwit.smtp.message.PlainText;
import io.godwit.smtp.message.PreparedPart;
import io.godwit.templates.CompiledTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a content with all that is the same in every email done: the HTML read, the links of fixed addresses found and
 * tracked but for their tokens, the fixed text encoded, the plain text laid out. An email adds its values and tokens. The mail
 * decodes to what {@link EmailRenderer} makes of the body for one email by itself; only the line breaks of the encoding differ.
 * Immutable.
 */
final class PreparedBody {

    private static final int TAG = 16;
    private static final byte[] NOTHING = {};

    private final PreparedHtml html;
    private final PreparedPart part;
    private final List<Filling> fillings;
    private final byte[] digests;
    private final int fixedCharacters;

    private PreparedBody(PreparedHtml html, Optional<String> base, LinkTracker tracker, int fixedCharacters) {
        var collector = new Collector(html, base, tracker);
        this.html = html;
        this.part = collector.part.build();
        this.fillings = List.copyOf(collector.fillings);
        this.digests = collector.digests();
        this.fixedCharacters = fixedCharacters;
    }

    /**
     * Prepares a body; empty when values could change how it is read.
     *
     * @param base of the links, empty when they are not tracked
     */
    static Optional<PreparedBody> of(CompiledTemplate body, Optional<String> base, LinkTracker tracker) {
        var texts = body.fixedTexts();
        return PreparedHtml.of(texts)
                .map(html -> new PreparedBody(
                        html,
                        base,
                        tracker,
                        texts.stream().mapToInt(String::length).sum()));
    }

    /** Returns about the number of bytes kept. */
    int bytes() {
        return 2 * html.size() + part.size() + 64 * fillings.size();
    }

    /** Returns whether an email with these values can have this body; the last value is what is added to its end. */
    boolean takes(List<String> values) {
        return values.stream().mapToInt(String::length).sum() <= fixedCharacters && html.takes(values);
    }

    /** @param links of the email; null when they are not tracked */
    MessageText html(List<String> values, @Nullable EmailLinks links) {
        var tokens = links == null ? new byte[0][] : links.tokens(digests);
        var filled = new ArrayList<byte[]>(fillings.size());
        for (var filling : fillings) {
            filled.add(filling.bytes(values, links, tokens));
        }
        return part.filled(filled);
    }

    MessageText plainText(List<String> values) {
        return new PlainText(html.plainText(values));
    }

    /** Fills a gap for one email. */
    private interface Filling {

        byte[] bytes(List<String> values, @Nullable EmailLinks links, byte[][] tokens);
    }

    /** Collects the text with its gaps, and what fills them. */
    private static final class Collector {

        private final PreparedHtml html;
        private final Optional<String> base;
        private final LinkTracker tracker;
        private final PreparedPart.Builder part = new PreparedPart.Builder();
        private final List<Filling> fillings = new ArrayList<>();
        private final List<TrackedLink> links = new ArrayList<>();

        Collector(PreparedHtml html, Optional<String> base, LinkTracker tracker) {
            this.html = html;
            this.base = base;
            this.tracker = tracker;
            html.pieces().forEach(this::add);
        }

        private void add(Piece piece) {
            if (piece instanceof Piece.Fixed fixed) {
                part.fixed(fixed.html());
            } else if (piece instanceof Piece.Gap gap) {
                gap(gap.number());
            } else if (piece instanceof Piece.Link link) {
                link(link);
            }
        }

        private void gap(int number) {
            part.gap();
            fillings.add((values, own, tokens) -> bytes(marked(values.get(number), own)));
            if (number == html.end()) {
                base.map(tracker::pixel).ifPresent(this::token);
            }
        }

        /** Returns a value with the links in it tracked. */
        private static String marked(String value, @Nullable EmailLinks own) {
            return own == null || value.indexOf('<') < 0 ? value : HtmlLinkRewriter.replace(value, own::link, "");
        }

        private void link(Piece.Link link) {
            if (!link.isFixed()) {
                part.gap();
                fillings.add((values, own, tokens) -> bytes(address(link, values, own)));
                return;
            }
            var tracked = base.flatMap(known -> tracker.link(link.address(), known));
            if (tracked.isPresent()) {
                token(tracked.get());
            } else {
                part.fixed(link.written());
            }
        }

        private static String address(Piece.Link link, List<String> values, @Nullable EmailLinks own) {
            if (own == null) {
                return link.written(values);
            }
            var address = link.address(values);
            var other = own.link(address);
            return other.equals(address) ? link.written(values) : other;
        }

        private void token(TrackedLink link) {
            var number = links.size();
            links.add(link);
            part.fixed(link.before()).token(LinkTracker.TOKEN_CHARACTERS).fixed(link.after());
            fillings.add((values, own, tokens) -> tokens[number]);
        }

        byte[] digests() {
            var digests = new byte[links.size() * TAG];
            for (var at = 0; at < links.size(); at++) {
                System.arraycopy(links.get(at).digest().octets(), 0, digests, at * TAG, TAG);
            }
            return digests;
        }

        private static byte[] bytes(String text) {
            return text.isEmpty() ? NOTHING : text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
