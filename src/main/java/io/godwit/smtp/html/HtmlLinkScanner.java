package io.godwit.smtp.html;

import java.util.Set;

/**
 * Finds the links of an HTML body, the end of the body, and the places that are no text. One pass and no tree. Tags are parsed as
 * browsers do; an unfinished tag is text.
 */
final class HtmlLinkScanner {

    /** Elements whose content is no HTML, or is not shown. */
    private static final Set<String> OPAQUE =
            Set.of("script", "style", "title", "textarea", "iframe", "noembed", "noframes", "template", "xmp");

    private final String html;
    private final Visitor visitor;
    private int at;
    private int conditionEnd;
    private int foundEnd;
    private int foundBracket = -1;
    private boolean isBodyEnded;

    HtmlLinkScanner(String html, Visitor visitor) {
        this.html = html;
        this.visitor = visitor;
    }

    /** Receives positions in their order, each as a range from its first character to the one after its last. */
    interface Visitor {

        /**
         * Receives the value of an {@code href} of {@code a}, {@code area} or one of VML's shapes, which are in comments that only
         * Outlook reads; one with the attribute {@code clicktracking="off"} is left out.
         */
        void link(int from, int to);

        /**
         * Receives the begin of a closing tag of the body, of which the last one counts. Where there is none before a comment, a tag or an
         * element that is never finished, its begin: programs that show the email hide all that follows.
         */
        void bodyEnd(int from);

        default void tag(String name, int from, int to) {}

        /** Receives a comment, also one with a condition, whose content is scanned. */
        default void comment(int from, int to) {}

        /** Receives the content of an element that is no HTML, or is not shown, with its closing tag. */
        default void opaque(String name, int from, int to) {}
    }

    void scan() {
        for (at = html.indexOf('<'); at >= 0 && at < html.length(); at = html.indexOf('<', at)) {
            markup();
        }
    }

    private void markup() {
        var end = html.startsWith("<!--", at) ? commentEnd() : HtmlTags.commentEnd(html, at);
        if (end > at) {
            if (end == html.length() && !HtmlTags.isFinishedComment(html, at, end)) {
                unfinished(at);
            }
            visitor.comment(at, end);
        }
        if (html.startsWith("<!--[if", at)) {
            conditionEnd = end;
            end = insideCondition(end);
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

    /**
     * Returns the position after the comment that begins here. The content of a condition is scanned too, so that comments overlap:
     * the end that was found for the one before is taken again, or many that never end would each read the rest of the text. The
     * last eight characters are read anew, because {@code <!--!>} ends no comment of its own.
     */
    private int commentEnd() {
        if (at > foundEnd - 8) {
            foundEnd = HtmlTags.commentEnd(html, at);
        }
        return foundEnd;
    }

    /** Returns the position after the condition of the comment that begins here; after the comment when the condition never ends. */
    private int insideCondition(int comment) {
        if (foundBracket < at) {
            var bracket = html.indexOf("]>", at);
            foundBracket = bracket < 0 ? html.length() : bracket;
        }
        return foundBracket >= comment ? comment : foundBracket + 2;
    }

    private void tag(String name, boolean closing) {
        var start = at;
        at = HtmlTags.end(html, at);
        if (at == html.length() && !HtmlTags.isFinished(html, start)) {
            unfinished(start);
        }
        visitor.tag(name, start, at);
        if (closing) {
            if (name.equals("body") && start >= conditionEnd) {
                isBodyEnded = true;
                visitor.bodyEnd(start);
            }
        } else if (name.equals("a") || name.equals("area") || name.startsWith("v:")) {
            link(start + 1 + name.length());
        } else if (OPAQUE.contains(name)) {
            var from = at;
            at = HtmlTags.closing(html, name, at);
            if (at == html.length() && !HtmlTags.isClosed(html, name, from)) {
                unfinished(start);
            }
            visitor.opaque(name, from, at);
        }
    }

    /** Ends the body, unless it ended before, where something begins that reaches to the end of the text. */
    private void unfinished(int from) {
        if (!isBodyEnded) {
            isBodyEnded = true;
            visitor.bodyEnd(from);
        }
    }

    private void link(int from) {
        var attributes = new Attributes(html, from, at);
        if (attributes.hasLink() && !attributes.isExempt()) {
            visitor.link(attributes.linkFrom, attributes.linkTo);
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

        boolean isExempt() {
            return off;
        }
    }
}
