package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.Html;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.SenderLocale;
import io.godwit.smtp.html.HtmlLinkRewriter;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the reader of one email gets out: marketing mail carries the link in its body and in its headers (RFC 2369, RFC 8058)
 * and a List-Id (RFC 2919); other mail has the headers when its body shows the link. Headers the caller gave win.
 *
 * @param values of the placeholders; they name the reader's language
 */
public record UnsubscribeLinks(
        String url, EmailClass type, EmailAddress sender, SenderLocale voice, Map<String, @Nullable Object> values) {

    private static final Pattern ON_THIS_MACHINE = Pattern.compile("http://(localhost|127\\.0\\.0\\.1|\\[::1])[:/]");

    /** The body, with a link at its end if it is marketing mail and has none. */
    public String in(String html) {
        return type != EmailClass.MARKETING || html.contains(url)
                ? html
                : HtmlLinkRewriter.replace(html, UnaryOperator.identity(), footer());
    }

    /** The caller's own plain text, likewise. */
    public String inText(String text) {
        var language = voice.to(values);
        return type != EmailClass.MARKETING || text.contains(url)
                ? text
                : text + "\n\n" + language.footer(voice.project()) + "\n" + language.unsubscribe() + ": " + url + "\n";
    }

    private String footer() {
        var language = voice.to(values);
        return "<p lang=\"" + language.tag() + "\" style=\"font-size:12px;color:#666;text-align:center\">"
                + Html.escape(language.footer(voice.project())) + " <a href=\"" + url + "\" style=\"color:#666\">"
                + Html.escape(language.unsubscribe()) + "</a></p>";
    }

    /** The caller's headers and those that are missing. */
    List<Header> beside(List<Header> given, String html, ProjectId project) {
        var headers = new ArrayList<>(given);
        if (!has(given, "List-Unsubscribe") && html.contains(url)) {
            headers.add(new Header("List-Unsubscribe", "<" + url + ">"));
            if (!has(given, "List-Unsubscribe-Post") && isOneClick()) {
                headers.add(new Header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
            }
        }
        if (type == EmailClass.MARKETING && !has(given, "List-Id")) {
            headers.add(new Header("List-Id", "<" + project + "." + sender.domain() + ">"));
        }
        return headers;
    }

    /**
     * One click needs HTTPS (RFC 8058 §3.1). A trial on one machine has none, and nobody else gets its mail: it shows what the
     * installation will say.
     */
    private boolean isOneClick() {
        return url.startsWith("https://") || ON_THIS_MACHINE.matcher(url).lookingAt();
    }

    private static boolean has(List<Header> headers, String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }
}
