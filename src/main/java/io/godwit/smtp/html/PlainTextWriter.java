package io.godwit.smtp.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/**
 * Converts an HTML body to plain text: links as {@code text (address)}, lists with their marks, cells side by side, without
 * scripts and styles. One pass over the text and no tree, because every email needs it: a tenth of the cost of parsing.
 */
public final class PlainTextWriter {

    private static final Set<String> UNSEEN =
            Set.of("script", "style", "title", "iframe", "noembed", "noframes", "template", "xmp");
    private static final Set<String> PARAGRAPHS =
            Set.of("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "dl", "figure");
    private static final Set<String> LINES = Set.of(
            "div",
            "tr",
            "section",
            "article",
            "header",
            "footer",
            "main",
            "nav",
            "aside",
            "address",
            "center",
            "form",
            "fieldset",
            "dt",
            "dd",
            "figcaption",
            "caption",
            "body",
            "html");

    private final String html;
    private final TextLayout out;
    private final Deque<ListLevel> lists = new ArrayDeque<>();
    private int at;
    private int ampersand = -1;
    private int preformatted;
    private String link = "";
    private int linkMark;

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

    private PlainTextWriter(String html) {
        this.html = html;
        this.out = new TextLayout(html.length() / 2 + 16);
    }

    /** Converts the HTML; never fails: text that is no HTML is copied. */
    public static String convert(String html) {
        return new PlainTextWriter(html).read();
    }

    private String read() {
        while (at < html.length()) {
            var tag = html.indexOf('<', at);
            text(at, tag < 0 ? html.length() : tag);
            at = tag < 0 ? html.length() : tag;
            if (tag >= 0) {
                markup();
            }
        }
        endLink();
        return out.text();
    }

    private void text(int from, int to) {
        if (ampersand < from) {
            var next = html.indexOf('&', from);
            ampersand = next < 0 ? html.length() : next;
        }
        if (preformatted > 0) {
            out.asItIs(HtmlEntities.resolve(html.substring(from, to), false));
        } else if (ampersand < to) {
            out.running(HtmlEntities.resolve(html.substring(from, to), false));
        } else {
            out.running(html, from, to);
        }
    }

    private void markup() {
        var end = HtmlTags.commentEnd(html, at);
        if (end > at) {
            at = end;
            return;
        }
        var closing = html.startsWith("</", at);
        var name = HtmlTags.name(html, closing ? at + 2 : at + 1);
        if (name.isEmpty()) {
            out.running("<");
            at++;
        } else {
            tag(name, closing);
        }
    }

    private void tag(String name, boolean closing) {
        var start = at;
        at = HtmlTags.end(html, at);
        if (!closing && UNSEEN.contains(name)) {
            at = HtmlTags.closing(html, name, at);
        } else if (PARAGRAPHS.contains(name)) {
            out.block(2);
            preformatted += name.equals("pre") ? (closing ? -Math.min(1, preformatted) : 1) : 0;
        } else if (LINES.contains(name)) {
            out.block(1);
        } else if (closing) {
            close(name);
        } else {
            open(name, start);
        }
    }

    private void open(String name, int start) {
        switch (name) {
            case "br" -> out.lineBreak();
            case "hr" -> rule();
            case "td", "th" -> out.space("  ");
            case "ul", "menu" -> list(new ListLevel(0));
            case "ol" -> list(new ListLevel(1));
            case "li" -> item();
            case "img" -> out.running(HtmlTags.attribute(html, start, at, "alt"));
            case "a" -> startLink(HtmlTags.attribute(html, start, at, "href").strip());
            default -> {}
        }
    }

    private void close(String name) {
        if (name.equals("a")) {
            endLink();
        } else if (!lists.isEmpty() && (name.equals("ul") || name.equals("ol") || name.equals("menu"))) {
            lists.pop();
            out.block(lists.isEmpty() ? 2 : 1);
            out.indent(lists.size());
        }
    }

    private void rule() {
        out.block(2);
        out.running("---");
        out.block(2);
    }

    private void list(ListLevel level) {
        out.block(lists.isEmpty() ? 2 : 1);
        lists.push(level);
        out.indent(Math.min(8, lists.size()));
    }

    private void item() {
        out.block(1);
        out.marker(lists.isEmpty() ? "- " : lists.peek().marker());
    }

    private void startLink(String address) {
        endLink();
        var scheme = address.toLowerCase(Locale.ROOT);
        var useful = scheme.startsWith("http:") || scheme.startsWith("https:") || scheme.startsWith("mailto:");
        link = useful ? address : "";
        linkMark = out.mark();
    }

    private void endLink() {
        if (!link.isEmpty()) {
            var label = out.since(linkMark);
            var shown = link.startsWith("mailto:") ? link.substring(7) : link;
            if (label.isEmpty()) {
                out.running(shown);
            } else if (!shown.equals(label) && !shown.equals("https://" + label) && !shown.equals("http://" + label)) {
                out.running(" (" + shown + ")");
            }
        }
        link = "";
    }
}
