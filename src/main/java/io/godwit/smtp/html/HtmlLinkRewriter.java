package io.godwit.smtp.html;

import java.util.function.UnaryOperator;

/**
 * Replaces the links of an HTML body, and leaves every other character as it was: comments, scripts and styles, entities, the
 * author's quotes and spaces.
 */
public final class HtmlLinkRewriter implements HtmlLinkScanner.Visitor {

    private final String html;
    private final UnaryOperator<String> link;
    private final StringBuilder out;
    private int copied;
    private int bodyEnd = -1;

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
        new HtmlLinkScanner(html, this).scan();
        out.append(html, copied, html.length());
        return out.insert(bodyEnd < 0 ? out.length() : bodyEnd, last).toString();
    }

    @Override
    public void link(int from, int to) {
        var address = HtmlEntities.resolve(html.substring(from, to), true);
        var other = link.apply(address);
        if (!other.equals(address)) {
            out.append(html, copied, from).append(other);
            copied = to;
        }
    }

    @Override
    public void bodyEnd(int from) {
        bodyEnd = out.length() + from - copied;
    }
}
