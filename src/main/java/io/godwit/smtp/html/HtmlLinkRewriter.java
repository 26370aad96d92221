package io.godwit.smtp.html;

import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Replaces the links of an HTML body, and leaves every other character as it was: comments, scripts and styles, entities, the
 * author's quotes and spaces. One pass and no tree. Tags are parsed as browsers do; an unfinished tag is text.
 */
public final class HtmlLinkRewriter {

    /** Elements whose content is no HTML, or is not shown. */
    private static final Set<String> OPAQUE =
            Set.of("script", "style", "title", "textarea", "iframe", "noembed", "noframes", "template", "xmp");

    private final String html;
    private final UnaryOperator<String> link;
    private final StringBuilder out;
    private int at;
    private int copied;
    private int bodyEnd = -1;
    private int conditionEnd;

    private HtmlLinkRewriter(String html, UnaryOperator<String> link) {
        this.html = html;
        this.link = link;
        this.out = new StringBuilder(html.length() * 2);
    }

    /**
     * Returns the text with its links replaced. Links are {@code href}s of {@code a}, {@code area} and of VML's shapes, which
     * are in comments that only Outlook reads; one with the attribute {@code clicktracking="off"} is left alone.
     *
     * @param link receives an address with its entities resolved and returns its replacement, of characters that need no escape
     *     in HTML, or the very same address, which leaves it as it is written
     * @param last HTML that is added before the end of the body
     */
    public static String replace(String html, UnaryOperator<String> link, String last) {
        return new HtmlLinkRewriter(html, link).replace(last);
    }

    private String replace(String last) {
        for (at = html.indexOf('<'); at >= 0 && at < html.length(); at = html.indexOf('<', at)) {
            markup();
        }
        out.append(html, copied, html.length());
        return out.insert(bodyEnd < 0 ? out.length() : bodyEnd, last).toString();
    }

    private void markup() {
        var end = HtmlTags.commentEnd(html, at);
        if (html.startsWith("<!--[if", at)) {
            conditionEnd = end;
            end = HtmlTags.insideCondition(html, at);
        }
        var closing = html.startsWith("</", at);
        var name = HtmlTags.name(html, closing ? at + 2 : at + 1);
        if (end > at) {
            at = end;
        } else if (name.isEmpty()) {
            at++;
        } else {
            tag(name, closing);
        }
    }

    private void tag(String name, boolean closing) {
        var start = at;
        at = HtmlTags.end(html, at);
        if (closing) {
            bodyEnd = name.equals("body") && start >= conditionEnd ? out.length() + start - copied : bodyEnd;
        } else if (name.equals("a") || name.equals("area") || name.startsWith("v:")) {
            replaceLink(start + 1 + name.length());
        } else if (OPAQUE.contains(name)) {
            at = HtmlTags.closing(html, name, at);
        }
    }

    private void replaceLink(int from) {
        var attributes = new Attributes(html, from, at);
        if (attributes.hasLink() && !attributes.wantsToBeLeftAlone()) {
            var address = attributes.link();
            var other = link.apply(address);
            if (!other.equals(address)) {
                out.append(html, copied, attributes.linkFrom).append(other);
                copied = attributes.linkTo;
            }
        }
    }

    /**
     * The attributes of one tag, from the end of its name to the end of the tag; of a name given twice the first counts.
     */
    private static final class Attributes {

        private final String html;
        private final int end;
        private int at;
        private int valueFrom;
        private int valueTo;
        private int linkFrom = -1;
        private int linkTo = -1;
        private boolean off;

        Attributes(String html, int from, int end) {
            this.html = html;
            this.at = from;
            this.end = end;
            while (at < end) {
                read();
            }
        }

        private void read() {
            var from = at;
            while (at < end && !endsName(html.charAt(at))) {
                at++;
            }
            if (at == from) {
                at++;
                return;
            }
            var to = at;
            skipSpace();
            if (at < end && html.charAt(at) == '=') {
                at++;
                skipSpace();
                value();
                append(from, to);
            }
        }

        private static boolean endsName(char character) {
            return character <= ' ' || character == '/' || character == '>' || character == '=';
        }

        private void skipSpace() {
            while (at < end && html.charAt(at) <= ' ') {
                at++;
            }
        }

        private void value() {
            var quote = at < end ? html.charAt(at) : '>';
            if (quote == '"' || quote == '\'') {
                var close = html.indexOf(quote, at + 1);
                valueFrom = at + 1;
                valueTo = close < 0 || close >= end ? end : close;
                at = valueTo + 1;
                return;
            }
            valueFrom = at;
            while (at < end && html.charAt(at) > ' ' && html.charAt(at) != '>') {
                at++;
            }
            valueTo = at;
        }

        private void append(int from, int to) {
            if (linkFrom < 0 && is("href", from, to)) {
                linkFrom = valueFrom;
                linkTo = valueTo;
            }
            off |= is("clicktracking", from, to) && is("off", valueFrom, valueTo);
        }

        private boolean is(String word, int from, int to) {
            return to - from == word.length() && html.regionMatches(true, from, word, 0, word.length());
        }

        /** Returns whether the tag has a link; false too when its value never ends: then there is no tag. */
        boolean hasLink() {
            return linkFrom >= 0 && linkTo < end;
        }

        boolean wantsToBeLeftAlone() {
            return off;
        }

        String link() {
            return HtmlEntities.resolve(html.substring(linkFrom, linkTo), true);
        }
    }
}
