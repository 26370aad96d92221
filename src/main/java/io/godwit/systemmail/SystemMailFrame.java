package io.godwit.systemmail;

/**
 * The frame of emails from the platform to its users: a sheet in the middle of the window, light or dark as the reader's mail
 * program is. What a program without style sheets shows is given inline.
 */
final class SystemMailFrame {

    private static final String BUTTON = "display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6b6b;"
            + "color:#ffffff;font-weight:600;text-decoration:none";

    private static final String HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <style>
            :root { color-scheme: light dark; }
            @media (prefers-color-scheme: dark) {
              body { background: #15181a !important; color: #e6e4de !important; }
              .sheet { background: #1c2023 !important; border-color: #2f363a !important; }
              .name { color: #5cc0b8 !important; }
            }
            </style>
            </head>
            <body style="margin:0;padding:24px 12px;background:#f6f4ef;color:#23272b;
              font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
            <div class="sheet" style="max-width:560px;margin:0 auto;padding:8px 24px 12px;background:#fffefb;
              border:1px solid #e2ddd2;border-radius:12px;overflow-wrap:anywhere;word-break:break-word">
            <p class="name" style="color:#0f6b6b;font-weight:600">Godwit</p>
            %s</div>
            </body>
            </html>
            """;

    private SystemMailFrame() {}

    /** The whole HTML of a system email; its links of the class {@code button} look like buttons. */
    static String around(String body) {
        return HTML.formatted(body.replace("class=\"button\"", "style=\"" + BUTTON + "\""));
    }
}
