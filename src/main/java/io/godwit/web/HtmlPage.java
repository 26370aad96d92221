package io.godwit.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/**
 * The frame of a page without scripts and with nothing loaded from anywhere. The style stands in the page and is allowed by
 * its hash (Content Security Policy Level 3); besides, a browser may send the page's form to us.
 */
public final class HtmlPage {

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
            %s</body>
            </html>
            """;

    private final String style;
    private final String policy;

    public HtmlPage(String style) {
        this.style = style;
        this.policy = "default-src 'none'; style-src 'sha256-" + hash(style)
                + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    }

    /**
     * Writes the page.
     *
     * @param language a tag (RFC 5646)
     * @param title escaped for HTML
     * @param body HTML that ends with a line break
     */
    public ApiResponse response(int status, String language, String title, String body) {
        return new ApiResponse(
                status,
                FRAME.formatted(language, title, style, body),
                Map.of("Content-Type", "text/html; charset=utf-8", "Content-Security-Policy", policy));
    }

    private static String hash(String style) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }
}
