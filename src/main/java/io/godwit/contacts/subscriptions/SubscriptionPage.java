package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.Html;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.web.ApiResponse;
import io.godwit.web.HtmlPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the HTML pages behind subscription links, in the contact's language, and kept out of search engines.
 */
final class SubscriptionPage {

    private static final HtmlPage PAGE = new HtmlPage(style());

    private static final Pattern PLACEHOLDERS = Pattern.compile("\\{(?:project|email)}");

    private final LinkTokenCodec tokens;

    SubscriptionPage(LinkTokenCodec tokens) {
        this.tokens = tokens;
    }

    /** The page of one kind of link for a contact as it is now. */
    ApiResponse render(Kind kind, Link link, Subscriber subscriber) {
        var needsConfirmation = kind == Kind.MANAGE || (kind == Kind.UNSUBSCRIBE) == subscriber.subscribed();
        var title = title(kind, subscriber, needsConfirmation);
        var main = sender(subscriber)
                + heading(filled(title, subscriber))
                + text(subscriber, kind, needsConfirmation)
                + form(kind, link, subscriber, needsConfirmation)
                + preferences(kind, link, subscriber);
        return page(200, subscriber.language(), plain(title, subscriber), main);
    }

    /** The page for a link whose contact does not exist. */
    static ApiResponse linkExpired(Translations translations) {
        var title = Html.escape(translations.text("goneTitle"));
        return page(
                404,
                translations,
                title,
                heading(title) + "<p>" + Html.escape(translations.text("goneText")) + "</p>\n");
    }

    private static ApiResponse page(int status, Translations translations, String title, String main) {
        return PAGE.response(
                        status, translations.tag(), title, "<main aria-labelledby=\"title\">\n" + main + "</main>\n")
                .with("X-Robots-Tag", "noindex");
    }

    private static String sender(Subscriber subscriber) {
        return "<p class=\"sender\"><bdi>" + Html.escape(subscriber.project()) + "</bdi></p>\n";
    }

    private static String heading(String html) {
        return "<h1 id=\"title\">" + html + "</h1>\n";
    }

    private static String title(Kind kind, Subscriber subscriber, boolean needsConfirmation) {
        var translations = subscriber.language();
        if (kind == Kind.MANAGE) {
            return translations.text("preferences");
        }
        if (needsConfirmation) {
            return translations.text(subscriber.subscribed() ? "askUnsubscribe" : "askSubscribe");
        }
        return translations.text(subscriber.subscribed() ? "isSubscribed" : "isUnsubscribed");
    }

    /** The sentence about the subscription as it is, or on a page that asks, as it would be. */
    private static String text(Subscriber subscriber, Kind kind, boolean needsConfirmation) {
        var subscribed = subscriber.subscribed();
        var key = subscribed ? "subscribedText" : "unsubscribedText";
        if (needsConfirmation && kind != Kind.MANAGE) {
            key = subscribed ? "willUnsubscribe" : "willSubscribe";
        }
        var role = needsConfirmation ? "" : " role=\"status\"";
        var text = "<p" + role + ">" + filled(subscriber.language().text(key), subscriber) + "</p>\n";
        var leaves = kind == Kind.UNSUBSCRIBE || (kind == Kind.MANAGE && subscribed);
        return leaves
                ? text + "<p class=\"quiet\">"
                        + Html.escape(subscriber.language().text("necessary")) + "</p>\n"
                : text;
    }

    /** The one thing to be done here: the opposite of what is. */
    private String form(Kind kind, Link link, Subscriber subscriber, boolean needsConfirmation) {
        if (kind == Kind.SUBSCRIBE && !needsConfirmation) {
            return "";
        }
        var subscribe = !subscriber.subscribed();
        var action = subscribe ? Kind.SUBSCRIBE : Kind.UNSUBSCRIBE;
        var translations = subscriber.language();
        var words =
                subscribe && kind == Kind.UNSUBSCRIBE ? translations.text("again") : translations.text(word(subscribe));
        return "<form method=\"post\" action=\"" + path(kind == Kind.MANAGE ? kind : action, link) + "\">"
                + "<button type=\"submit\" name=\"" + SubscriptionRoutes.ACTION + "\" value=\"" + word(subscribe) + "\""
                + (needsConfirmation ? "" : " class=\"second\"") + ">" + Html.escape(words) + "</button></form>\n";
    }

    private String preferences(Kind kind, Link link, Subscriber subscriber) {
        return kind == Kind.MANAGE
                ? ""
                : "<p><a href=\"" + path(Kind.MANAGE, link) + "\">"
                        + Html.escape(subscriber.language().text("preferences")) + "</a></p>\n";
    }

    private static String word(boolean subscribe) {
        return subscribe ? SubscriptionRoutes.SUBSCRIBE : SubscriptionRoutes.UNSUBSCRIBE;
    }

    /** The relative path from one page to another, independent of the path prefix of a proxy. */
    private String path(Kind kind, Link link) {
        return ".." + SubscriptionRoutes.path(kind) + "/" + tokens.write(kind, link);
    }

    private static String plain(String text, Subscriber subscriber) {
        return Html.escape(text.replace("{project}", subscriber.project()));
    }

    /** Names and addresses stand for themselves, whatever direction they are written in. */
    private static String filled(String text, Subscriber subscriber) {
        var email = "<bdi>" + Html.escape(subscriber.email().value()) + "</bdi>";
        var project = "<bdi>" + Html.escape(subscriber.project()) + "</bdi>";
        return PLACEHOLDERS.matcher(Html.escape(text)).replaceAll(match -> {
            var value = match.group().equals("{project}") ? project : email;
            return Matcher.quoteReplacement(value);
        });
    }

    private static String style() {
        try (var in = SubscriptionPage.class.getResourceAsStream("/webroot/subscription/page.css")) {
            if (in == null) {
                throw new IllegalStateException("The style of the subscription pages is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
