package io.godwit.smtp.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Formats text events as plain text: lists with their marks, links as {@code text (address)}, cells side by side. */
final class TextFormatter implements TextEvents {

    private static final int MAX_INDENT = 8;

    private final TextLayout out;
    private final Deque<ListLevel> lists = new ArrayDeque<>();
    private int preformatted;
    private String link = "";
    private int linkMark;

    TextFormatter(int capacity) {
        this.out = new TextLayout(capacity);
    }

    /** A list being written; a positive number is the next item's, 0 stands for bullets. */
    private static final class ListLevel {
        private int next;

        ListLevel(int next) {
            this.next = next;
        }

        String marker() {
            return next == 0 ? "- " : next++ + ". ";
        }
    }

    /** Ends an open link and returns the text. */
    String finished() {
        endLink();
        return out.text();
    }

    @Override
    public void text(String html, int from, int to) {
        if (preformatted > 0) {
            out.asItIs(HtmlEntities.resolve(html.substring(from, to), false));
        } else if (hasReference(html, from, to)) {
            out.running(HtmlEntities.resolve(html.substring(from, to), false));
        } else {
            out.running(html, from, to);
        }
    }

    private static boolean hasReference(String html, int from, int to) {
        for (var position = from; position < to; position++) {
            if (html.charAt(position) == '&') {
                return true;
            }
        }
        return false;
    }

    /** Indents the following lines by this many lists. */
    void indent(int depth) {
        out.indent(depth);
    }

    /** Returns whether a word that follows without a space stands apart from the text so far. */
    boolean isApart() {
        return out.isApart();
    }

    /** Adds text that is laid out already. */
    void words(TextLayout.Words words) {
        out.words(words);
    }

    @Override
    public void alternative(String attribute) {
        var words = HtmlEntities.resolve(attribute, true);
        out.running(words);
        if (!words.isBlank()) {
            out.apart();
        }
    }

    @Override
    public void lessThan() {
        out.running("<");
    }

    @Override
    public void block(int lines) {
        out.block(lines);
    }

    @Override
    public void preformatted(boolean begins) {
        preformatted += begins ? 1 : -Math.min(1, preformatted);
    }

    @Override
    public void lineBreak() {
        out.lineBreak();
    }

    @Override
    public void cell() {
        out.space("  ");
    }

    @Override
    public void rule() {
        out.block(2);
        out.running("---");
        out.block(2);
    }

    @Override
    public void beginList(boolean numbered) {
        out.block(lists.isEmpty() ? 2 : 1);
        lists.push(new ListLevel(numbered ? 1 : 0));
        out.indent(Math.min(MAX_INDENT, lists.size()));
    }

    @Override
    public void endList() {
        if (!lists.isEmpty()) {
            lists.pop();
            out.block(lists.isEmpty() ? 2 : 1);
            out.indent(lists.size());
        }
    }

    @Override
    public void item() {
        out.block(1);
        out.marker(lists.isEmpty() ? "- " : lists.peek().marker());
    }

    @Override
    public void beginLink(String attribute) {
        beginResolvedLink(address(attribute));
    }

    /** Begins a link to an address, or to none that a reader of plain text could follow, when it is empty. */
    void beginResolvedLink(String address) {
        endLink();
        link = address;
        linkMark = out.mark();
    }

    /** Returns the address of a link; empty when a reader of plain text cannot follow it. */
    static String address(String attribute) {
        var address = HtmlEntities.resolve(attribute, true).strip();
        return isUseful(address) ? address : "";
    }

    private static boolean isUseful(String address) {
        var scheme = address.substring(0, Math.min(8, address.length())).toLowerCase(Locale.ROOT);
        return scheme.startsWith("http:") || scheme.startsWith("https:") || scheme.startsWith("mailto:");
    }

    @Override
    public void endLink() {
        if (!link.isEmpty()) {
            var label = out.since(linkMark);
            var shown = link.startsWith("mailto:") ? link.substring(7) : link;
            if (label.isEmpty()) {
                out.space(" ");
                out.running(shown);
                out.apart();
            } else if (!shown.equals(label) && !shown.equals("https://" + label) && !shown.equals("http://" + label)) {
                out.running(" (" + shown + ")");
                out.apart();
            }
        }
        link = "";
    }
}
