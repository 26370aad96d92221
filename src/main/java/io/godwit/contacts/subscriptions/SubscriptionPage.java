package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.Html;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the HTML pages behind subscription links, in the contact's language, without scripts and without resources from
 * elsewhere. The style stands in the page and is allowed by its hash in the content security policy.
 */
final class SubscriptionPage {

    private static final String STYLE = style();

    /** The content security policy: a browser may show the page and send its form to this server. */
    static final String POLICY = "default-src 'none'; style-src 'sha256-" + hash(STYLE)
            + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final Pattern PLACES = Pattern.compile("\\{(?:project|email)}");

    private static final String FRAME = """
            <!DOCTYPE html>
            <html lang="%s">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex, nofollow">
            <meta name="color-scheme" content="light dark">
            <title>%s</title>
            <style>%s</style>
            </head>
            <body>
            <main aria-labelledby="title">
            %s</main>
            </body>
            </html>
            """;

    private final LinkTokenCodec tokens;

    SubscriptionPage(LinkTokenCodec tokens) {
        this.tokens = tokens;
    }

    /** The page of one kind of link for a contact as it is now. */
    String render(Kind kind, Link link, Subscriber subscriber) {
        var asks = kind == Kind.MANAGE || (kind == Kind.UNSUBSCRIBE) == subscriber.subscribed();
        var title = title(kind, subscriber, asks);
        var main = sender(subscriber)
                + heading(filled(title, subscriber))
                + text(subscriber, kind, asks)
                + form(kind, link, subscriber, asks)
                + preferences(kind, link, subscriber);
        return frame(subscriber.language(), plain(title, subscriber), main);
    }

    /** The page for a link whose contact does not exist. */
    static String gone(Translations language) {
        var title = Html.escape(language.say("goneTitle"));
        return frame(language, title, heading(title) + "<p>" + Html.escape(language.say("goneText")) + "</p>\n");
    }

    private static String frame(Translations language, String title, String main) {
        return FRAME.formatted(language.tag(), title, STYLE, main);
    }

    private static String sender(Subscriber subscriber) {
        return "<p class=\"sender\"><bdi>" + Html.escape(subscriber.project()) + "</bdi></p>\n";
    }

    private static String heading(String html) {
        return "<h1 id=\"title\">" + html + "</h1>\n";
    }

    private static String title(Kind kind, Subscriber subscriber, boolean asks) {
        var language = subscriber.language();
        if (kind == Kind.MANAGE) {
            return language.say("preferences");
        }
        if (asks) {
            return language.say(subscriber.subscribed() ? "askUnsubscribe" : "askSubscribe");
        }
        return language.say(subscriber.subscribed() ? "isSubscribed" : "isUnsubscribed");
    }

    /** The sentence about the subscription as it is, or on a page that asks, as it would be. */
    private static String text(Subscriber subscriber, Kind kind, boolean asks) {
        var subscribed = subscriber.subscribed();
        var key = subscribed ? "subscribedText" : "unsubscribedText";
        if (asks && kind != Kind.MANAGE) {
            key = subscribed ? "willUnsubscribe" : "willSubscribe";
        }
        var role = asks ? "" : " role=\"status\"";
        var text = "<p" + role + ">" + filled(subscriber.language().say(key), subscriber) + "</p>\n";
        var leaves = kind == Kind.UNSUBSCRIBE || (kind == Kind.MANAGE && subscribed);
        return leaves
                ? text + "<p class=\"quiet\">"
                        + Html.escape(subscriber.language().say("necessary")) + "</p>\n"
                : text;
    }

    /** The one thing to be done here: the opposite of what is. */
    private String form(Kind kind, Link link, Subscriber subscriber, boolean asks) {
        if (kind == Kind.SUBSCRIBE && !asks) {
            return "";
        }
        var subscribe = !subscriber.subscribed();
        var goal = subscribe ? Kind.SUBSCRIBE : Kind.UNSUBSCRIBE;
        var language = subscriber.language();
        var words = subscribe && kind == Kind.UNSUBSCRIBE ? language.say("again") : language.say(word(subscribe));
        return "<form method=\"post\" action=\"" + path(kind == Kind.MANAGE ? kind : goal, link) + "\">"
                + "<button type=\"submit\" name=\"" + SubscriptionRoutes.ACTION + "\" value=\"" + word(subscribe) + "\""
                + (asks ? "" : " class=\"second\"") + ">" + Html.escape(words) + "</button></form>\n";
    }

    private String preferences(Kind kind, Link link, Subscriber subscriber) {
        return kind == Kind.MANAGE
                ? ""
                : "<p><a href=\"" + path(Kind.MANAGE, link) + "\">"
                        + Html.escape(subscriber.language().say("preferences")) + "</a></p>\n";
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
        return PLACES.matcher(Html.escape(text)).replaceAll(place -> {
            var value = place.group().equals("{project}") ? project : email;
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

    private static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }
}
