package io.godwit.smtp.html;

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
            "legend",
            "details",
            "summary",
            "dialog",
            "option",
            "dt",
            "dd",
            "figcaption",
            "caption",
            "body",
            "html");

    private final String html;
    private final TextEvents out;
    private int at;

    private PlainTextWriter(String html, TextEvents out) {
        this.html = html;
        this.out = out;
    }

    /** Converts the HTML; never fails: text that is no HTML is copied. */
    public static String convert(String html) {
        var text = new TextFormatter(html.length() / 2 + 16);
        read(html, text);
        return text.finished();
    }

    /** Reads the HTML, or a part of it that begins and ends between tags. */
    static void read(String html, TextEvents out) {
        new PlainTextWriter(html, out).read();
    }

    private void read() {
        while (at < html.length()) {
            var tag = html.indexOf('<', at);
            var end = tag < 0 ? html.length() : tag;
            if (end > at) {
                out.text(html, at, end);
            }
            at = end;
            if (tag >= 0) {
                markup();
            }
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
            out.lessThan();
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
            if (name.equals("pre")) {
                out.preformatted(!closing);
            }
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
            case "hr" -> out.rule();
            case "td", "th" -> out.cell();
            case "ul", "menu" -> out.beginList(false);
            case "ol" -> out.beginList(true);
            case "li" -> out.item();
            case "img" -> out.alternative(HtmlTags.attribute(html, start, at, "alt"));
            case "a" -> out.beginLink(HtmlTags.attribute(html, start, at, "href"));
            default -> {}
        }
    }

    private void close(String name) {
        switch (name) {
            case "a" -> out.endLink();
            case "ul", "ol", "menu" -> out.endList();
            default -> {}
        }
    }
}
