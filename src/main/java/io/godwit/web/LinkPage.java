package io.godwit.web;

import io.godwit.core.Html;
import java.util.List;
import java.util.stream.Collectors;

/** A page that a link in a system email leads to: a heading, a sentence and perhaps a form. */
public final class LinkPage {

    private static final HtmlPage PAGE = new HtmlPage("""
            body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1rem}
            input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;margin:.25rem 0 1rem}
            button{font:inherit;padding:.5rem 1.25rem;cursor:pointer}
            """);

    private LinkPage() {}

    /**
     * A line of a form; a hidden one has no label.
     *
     * @param rules the other attributes of the input, with a blank before each
     */
    public record Field(String name, String type, String label, String value, String rules) {

        public static Field hidden(String name, String value) {
            return new Field(name, "hidden", "", value, "");
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

        /** Of a second factor. */
        public static Field code(String name, String label) {
            return new Field(name, "text", label, "", " required autocomplete=\"one-time-code\" autofocus");
        }

        private String html() {
            var input = "<input type=\"" + type + "\" name=\"" + name + "\" value=\"" + Html.escape(value) + "\""
                    + rules + ">";
            return label.isEmpty() ? input : "<label>" + Html.escape(label) + input + "</label>";
        }
    }

    /** Text alone. */
    public static ApiResponse of(int status, String title, String text) {
        return response(status, title, text, "");
    }

    /** With a form that is sent to {@code action}. */
    public static ApiResponse of(String title, String text, String action, String button, List<Field> fields) {
        var form = "<form method=\"post\" action=\"" + action + "\">\n"
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
