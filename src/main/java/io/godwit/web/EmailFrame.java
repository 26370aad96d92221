package io.godwit.web;

/**
 * Shows the HTML of an email in a frame of a page. Emails are full of inline styles, and may be hostile: the frame has an
 * origin of its own, runs no scripts, sends no forms and loads nothing but images.
 */
public final class EmailFrame {

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src %s; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'self'; sandbox allow-popups";

    private EmailFrame() {}

    /**
     * Answers the HTML as a page of its own.
     *
     * @param images true: images of other servers are loaded, which tells those servers that the email is looked at
     */
    public static ApiResponse of(String html, boolean images) {
        return ApiResponse.ok(html)
                .with("Content-Type", "text/html; charset=utf-8")
                .with("X-DNS-Prefetch-Control", "off")
                .with("Content-Security-Policy", POLICY.formatted(images ? "'self' https: data:" : "data:"));
    }
}
