package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.Html;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.content.SenderLocale;
import io.godwit.smtp.html.HtmlLinkRewriter;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds unsubscribe links to one email: a marketing email has the link in its body and in its headers (RFC 2369, RFC 8058) and a
 * List-Id (RFC 2919); other emails have the headers when their body shows the link. Headers of the caller override these.
 *
 * @param values of the placeholders; they name the contact's language
 */
public record UnsubscribeLinks(
        String url, EmailClass type, EmailAddress sender, SenderLocale locale, Map<String, @Nullable Object> values) {

    private static final int TOKEN_END = 16;

    private static final Pattern ON_THIS_MACHINE = Pattern.compile("http://(localhost|127\\.0\\.0\\.1|\\[::1])[:/]");

    /** Returns the body, with a link at its end if the email is marketing and has none. */
    public String in(String html) {
        return type != EmailClass.MARKETING || html.contains(url)
                ? html
                : HtmlLinkRewriter.replace(html, UnaryOperator.identity(), footer());
    }

    /**
     * Returns the values of a body's placeholders and one more for its end: the link, if {@link #in} would add it. Empty when a
     * value has only a part of the link, and the text around it may have the rest.
     */
    Optional<List<String>> withFooter(List<String> values) {
        var all = new ArrayList<>(values);
        if (isIn(values)) {
            all.add("");
        } else if (values.stream().anyMatch(value -> value.contains(token()))) {
            return Optional.empty();
        } else {
            all.add(type == EmailClass.MARKETING ? footer() : "");
        }
        return Optional.of(all);
    }

    /** Returns whether one of the texts has the link. */
    boolean isIn(List<String> texts) {
        return texts.stream().anyMatch(text -> text.contains(url));
    }

    /** Returns the end of the link, which no other email has. */
    private String token() {
        return url.substring(Math.max(0, url.length() - TOKEN_END));
    }

    /** Returns the caller's own plain text, with a link likewise. */
    public String inText(String text) {
        var language = locale.to(values);
        return type != EmailClass.MARKETING || text.contains(url)
                ? text
                : text + "\n\n" + language.footer(locale.project()) + "\n" + language.unsubscribe() + ": " + url + "\n";
    }

    private String footer() {
        var language = locale.to(values);
        return "<p lang=\"" + language.tag() + "\" style=\"font-size:12px;color:#666;text-align:center\">"
                + Html.escape(language.footer(locale.project())) + " <a href=\"" + url + "\" style=\"color:#666\">"
                + Html.escape(language.unsubscribe()) + "</a></p>";
    }

    /**
     * Returns the caller's headers and the missing ones.
     *
     * @param isInBody whether the HTML has the link
     */
    List<Header> beside(List<Header> customHeaders, boolean isInBody, ProjectId project) {
        var headers = new ArrayList<>(customHeaders);
        if (!has(customHeaders, "List-Unsubscribe") && isInBody) {
            headers.add(new Header("List-Unsubscribe", "<" + url + ">"));
            if (!has(customHeaders, "List-Unsubscribe-Post") && isOneClick()) {
                headers.add(new Header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
            }
        }
        if (type == EmailClass.MARKETING && !has(customHeaders, "List-Id")) {
            headers.add(new Header("List-Id", "<" + project + "." + sender.domain() + ">"));
        }
        return headers;
    }

    /**
     * Returns whether the one-click header is written. One click needs HTTPS (RFC 8058 §3.1). A trial on one machine has none,
     * and its emails reach no real recipient: it shows what the installation will send.
     */
    private boolean isOneClick() {
        return url.startsWith("https://") || ON_THIS_MACHINE.matcher(url).lookingAt();
    }

    private static boolean has(List<Header> headers, String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }
}
