package io.godwit.dashboard;

import io.godwit.core.Html;
import io.godwit.web.ApiResponse;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The one HTML page of the dashboard. Scripts and styles come from this server only; a style element that a control adds needs
 * the page's nonce, which is new in every answer (Content Security Policy Level 3).
 */
final class IndexPage {

    private static final int NONCE_BYTES = 18;

    private static final String PERMISSIONS =
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(),"
                    + " hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s';"
            + " img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private static final String HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex, nofollow">
            <meta name="color-scheme" content="light dark">
            <meta name="godwit-base" content="%1$s">
            <meta property="csp-nonce" content="%2$s">
            <title>Godwit</title>
            <link rel="icon" type="image/svg+xml" href="%1$s/app/assets/%3$s">
            <link rel="stylesheet" href="%1$s/app/assets/%4$s">
            %5$s
            <script type="module" src="%1$s/app/assets/%6$s"></script>
            </head>
            <body>
            <div id="app"></div>
            <noscript>The dashboard needs JavaScript. The API and the pages behind links in emails work without it.</noscript>
            </body>
            </html>
            """;

    private final SecureRandom random = new SecureRandom();
    private final DashboardFiles.Manifest manifest;
    private final String base;

    /** @param base the path of the public address, such as {@code /mail}; empty when it has none */
    IndexPage(DashboardFiles.Manifest manifest, String base) {
        this.manifest = manifest;
        this.base = Html.escape(base);
    }

    ApiResponse response() {
        var nonce = nonce();
        var html = HTML.formatted(base, nonce, manifest.icon(), manifest.style(), preloads(), manifest.script());
        return new ApiResponse(
                200,
                html,
                Map.of(
                        "Content-Type", "text/html; charset=utf-8",
                        "Cache-Control", "no-cache",
                        "Content-Security-Policy", POLICY.formatted(nonce),
                        "Cross-Origin-Opener-Policy", "same-origin",
                        "Referrer-Policy", "same-origin",
                        "Permissions-Policy", PERMISSIONS));
    }

    private String preloads() {
        return manifest.preload().stream()
                .map(name -> "<link rel=\"modulepreload\" href=\"" + base + "/app/assets/" + name + "\">")
                .collect(Collectors.joining("\n"));
    }

    private String nonce() {
        var bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
