package io.godwit.dashboard;

import io.godwit.core.Html;
import io.godwit.web.ApiResponse;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The HTML page of an application: the dashboard, or the documentation of the API. Scripts and styles come from this server only; a
 * style element that a control adds needs the page's nonce, which is new in every answer (Content Security Policy Level 3).
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
            <title>%3$s</title>
            <link rel="icon" type="image/svg+xml" href="%1$s/app/assets/%4$s">
            %5$s
            <script type="module" src="%1$s/app/assets/%6$s"></script>
            </head>
            <body>
            <div id="app"></div>
            <noscript>%7$s</noscript>
            </body>
            </html>
            """;

    private final SecureRandom random = new SecureRandom();
    private final DashboardFiles.Entry files;
    private final String icon;
    private final String base;
    private final String title;
    private final String withoutScripts;

    private IndexPage(DashboardFiles.Entry files, String icon, String base, String title, String withoutScripts) {
        this.files = files;
        this.icon = icon;
        this.base = Html.escape(base);
        this.title = title;
        this.withoutScripts = withoutScripts;
    }

    /** @param base the path of the public address, such as {@code /mail}; empty when it has none */
    static IndexPage ofDashboard(DashboardFiles.Manifest manifest, String base) {
        return new IndexPage(
                manifest.app(),
                manifest.icon(),
                base,
                "Godwit",
                "The dashboard needs JavaScript. The API and the pages behind links in emails work without it.");
    }

    /** @param base the path of the public address, such as {@code /mail}; empty when it has none */
    static IndexPage ofDocs(DashboardFiles.Manifest manifest, String base) {
        return new IndexPage(
                manifest.docs(),
                manifest.icon(),
                base,
                "API · Godwit",
                "This page needs JavaScript. GET /openapi.json has all of its content.");
    }

    /** @param isTrusted whether the browser takes the connection for safe; elsewhere an opener policy makes it complain */
    ApiResponse response(boolean isTrusted) {
        var nonce = nonce();
        var html = HTML.formatted(base, nonce, title, icon, links(), files.script(), withoutScripts);
        var headers = new HashMap<>(Map.of(
                "Content-Type", "text/html; charset=utf-8",
                "Cache-Control", "no-cache",
                "Content-Security-Policy", POLICY.formatted(nonce),
                "Referrer-Policy", "same-origin",
                "Permissions-Policy", PERMISSIONS));
        if (isTrusted) {
            headers.put("Cross-Origin-Opener-Policy", "same-origin");
        }
        return new ApiResponse(200, html, headers);
    }

    private String links() {
        var styles = files.styles().stream().map(name -> link("stylesheet", name));
        var modules = files.preload().stream().map(name -> link("modulepreload", name));
        return Stream.concat(styles, modules).collect(Collectors.joining("\n"));
    }

    private String link(String relation, String name) {
        return "<link rel=\"" + relation + "\" href=\"" + base + "/app/assets/" + name + "\">";
    }

    private String nonce() {
        var bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
