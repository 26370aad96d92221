package io.godwit.web;

import io.godwit.core.Html;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the HTML page behind a link of a system email: a heading, a sentence and an optional form, without scripts and without
 * resources from elsewhere. The style stands in the page and is allowed by its hash in the content security policy.
 */
public final class HtmlPage {

    private static final String STYLE = """
            body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1rem}
            input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;margin:.25rem 0 1rem}
            button{font:inherit;padding:.5rem 1.25rem;cursor:pointer}
            """;

    private static final String POLICY = "default-src 'none'; style-src 'sha256-" + hash(STYLE)
            + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String FRAME = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex, nofollow">
            <meta name="color-scheme" content="light dark">
            <title>%1$s</title>
            <style>%2$s</style>
            </head>
            <body>
            <main>
            <h1>%1$s</h1>
            <p>%3$s</p>
            %4$s</main>
            </body>
            </html>
            """;

    private HtmlPage() {}

    /** A line of a form; a hidden one has no label. */
    public record Field(String name, String type, String label, String value) {

        public static Field hidden(String name, String value) {
            return new Field(name, "hidden", "", value);
        }

        public static Field password(String name, String label) {
            return new Field(name, "password", label, "");
        }

        /** Of a second factor. */
        public static Field code(String name, String label) {
            return new Field(name, "text", label, "");
        }

        private String html() {
            var input =
                    "<input type=\"" + type + "\" name=\"" + name + "\" value=\"" + Html.escape(value) + "\"" + rest();
            return label.isEmpty() ? input : "<label>" + Html.escape(label) + input + "</label>";
        }

        private String rest() {
            return switch (type) {
                case "hidden" -> ">";
                case "password" -> " required minlength=\"6\" autocomplete=\"new-password\">";
                default -> " required autocomplete=\"one-time-code\" autofocus>";
            };
        }
    }

    /** Text alone. */
    public static ApiResponse of(int status, String title, String text) {
        return answer(status, title, text, "");
    }

    /** With a form that is sent to {@code action}. */
    public static ApiResponse of(String title, String text, String action, String button, List<Field> fields) {
        var form = "<form method=\"post\" action=\"" + action + "\">\n"
                + fields.stream().map(Field::html).collect(Collectors.joining("\n"))
                + "\n<button type=\"submit\">" + Html.escape(button) + "</button>\n</form>\n";
        return answer(200, title, text, form);
    }

    private static ApiResponse answer(int status, String title, String text, String form) {
        var page = FRAME.formatted(Html.escape(title), STYLE, Html.escape(text), form);
        return new ApiResponse(
                status, page, Map.of("Content-Type", "text/html; charset=utf-8", "Content-Security-Policy", POLICY));
    }

    private static String hash(String style) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java has no SHA-256", impossible);
        }
    }
}
