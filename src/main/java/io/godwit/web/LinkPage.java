package io.godwit.web;

import io.godwit.core.Html;
import java.util.List;
import java.util.stream.Collectors;

/** A page that a link in a system email leads to: a heading, a sentence and perhaps a form, in the colours of the dashboard. */
public final class LinkPage {

    private static final HtmlPage PAGE = new HtmlPage("""
            :root{color-scheme:light dark;--paper:light-dark(#f6f4ef,#15181a);--sheet:light-dark(#fffefb,#1c2023);
            --line:light-dark(#e2ddd2,#2f363a);--edge:light-dark(#8d887c,#7b8488);--ink:light-dark(#23272b,#e6e4de);
            --soft:light-dark(#5d6266,#a3a9aa);--accent:light-dark(#0f6b6b,#5cc0b8);--on-accent:light-dark(#fff,#0d1f1e)}
            *{box-sizing:border-box}
            body{margin:0;padding:12vh 20px 60px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
            main{max-width:400px;margin:0 auto;padding:24px;background:var(--sheet);border:1px solid var(--line);border-radius:12px}
            main::before{content:"Godwit";display:block;margin-bottom:16px;color:var(--accent);font-weight:650}
            h1{margin:0 0 8px;font-size:22px;line-height:28px;letter-spacing:-.015em}
            p{margin:0;color:var(--soft);overflow-wrap:anywhere}
            form{margin-top:20px}
            label{display:block;font-weight:600}
            input{display:block;width:100%;min-height:42px;margin:6px 0 16px;padding:8px 12px;border:1px solid var(--edge);
            border-radius:6px;background:var(--sheet);color:inherit;font:inherit;font-weight:400}
            button,a{display:block;width:100%;min-height:44px;padding:8px 20px;border:0;border-radius:6px;background:var(--accent);
            color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
            a{margin-top:20px;padding:10px 20px;text-align:center;text-decoration:none}
            :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
            """);

    /** The folder of the pages with forms. */
    private static final String FOLDER = "/auth/";

    /** The root of the server, seen from {@code /auth/forms/}, where forms are sent to. */
    private static final String LINK_TO_DASHBOARD = "<a href=\"../../\">Open the dashboard</a>\n";

    private LinkPage() {}

    /**
     * A line of a form; a hidden one has no label.
     *
     * @param name under which the form sends it; empty for a line that is only shown
     * @param rules the other attributes of the input, with a blank before each
     */
    public record Field(String name, String type, String label, String value, String rules) {

        public static Field hidden(String name, String value) {
            return new Field(name, "hidden", "", value, "");
        }

        /** The address of the account, for people to see and for their password managers to keep with the password; not sent. */
        public static Field account(String email) {
            return new Field("", "email", "Email address", email, " readonly autocomplete=\"username\"");
        }

        /** A password somebody has; it may be older than the rule for new ones. */
        public static Field password(String name, String label) {
            return new Field(name, "password", label, "", " required autocomplete=\"current-password\"");
        }

        /**
         * A password somebody chooses.
         *
         * @param shortest in characters
         */
        public static Field newPassword(String name, String label, int shortest) {
            var rules = " required minlength=\"" + shortest + "\" autocomplete=\"new-password\"";
            return new Field(name, "password", label, "", rules);
        }

        /** A field for the code of a second factor. */
        public static Field code(String name, String label) {
            return new Field(name, "text", label, "", " required autocomplete=\"one-time-code\" autofocus");
        }

        private String html() {
            var sent = name.isEmpty() ? "" : " name=\"" + name + "\"";
            var input = "<input type=\"" + type + "\"" + sent + " value=\"" + Html.escape(value) + "\"" + rules + ">";
            return label.isEmpty() ? input : "<label>" + Html.escape(label) + input + "</label>";
        }
    }

    /** Text alone. */
    public static ApiResponse of(int status, String title, String text) {
        return response(status, title, text, "");
    }

    /** Says that it is done, with the way to the dashboard, which asks those to sign in who are not. */
    public static ApiResponse done(String title) {
        return response(200, title, "You can close this page.", LINK_TO_DASHBOARD);
    }

    /**
     * With a form.
     *
     * @param action the path below {@code /auth/}, where the page is, that takes the form. It is written relative to the page: a proxy
     *     may have put a path before it
     */
    public static ApiResponse of(String title, String text, String action, String button, List<Field> fields) {
        var form = "<form method=\"post\" action=\"" + action.substring(FOLDER.length()) + "\">\n"
                + fields.stream().map(Field::html).collect(Collectors.joining("\n"))
                + "\n<button type=\"submit\">" + Html.escape(button) + "</button>\n</form>\n";
        return response(200, title, text, form);
    }

    private static ApiResponse response(int status, String title, String text, String form) {
        var heading = Html.escape(title);
        var main = "<main>\n<h1>" + heading + "</h1>\n<p>" + Html.escape(text) + "</p>\n" + form + "</main>\n";
        return PAGE.response(status, "en", heading, main);
    }
}
