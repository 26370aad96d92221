package io.godwit.sending.preview;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A weakness of a rendered email that its author should know.
 *
 * @param code {@code TOO_LONG}, {@code IMAGE_WITHOUT_TEXT}, {@code LINK_WITHOUT_ADDRESS} or {@code EMPTY}
 * @param message a sentence
 */
record ContentProblem(String code, String message) {

    /** Bytes of HTML after which Gmail cuts an email and hides the rest behind a link. */
    private static final int MAX_BYTES = 102 * 1024;

    private static final Pattern ADDRESS = Pattern.compile(
            "(?:https?://[^/\\s]|mailto:.|tel:.|sms:.|#.).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Finds the problems of the HTML; takes a few milliseconds for a large one. */
    static List<ContentProblem> in(String html) {
        var problems = new ArrayList<ContentProblem>();
        var bytes = bytes(html);
        if (bytes > MAX_BYTES) {
            problems.add(new ContentProblem(
                    "TOO_LONG",
                    "The email has " + bytes / 1024 + " KB; Gmail shows " + MAX_BYTES / 1024
                            + " KB and hides the rest"));
        }
        var page = Jsoup.parse(html);
        images(page, problems);
        links(page, problems);
        if (page.body().text().isBlank() && page.select("img").isEmpty()) {
            problems.add(new ContentProblem("EMPTY", "The email shows nothing"));
        }
        return problems;
    }

    static int bytes(String html) {
        return html.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void images(Document page, List<ContentProblem> problems) {
        var count = page.select("img:not([alt])").size();
        if (count > 0) {
            problems.add(new ContentProblem(
                    "IMAGE_WITHOUT_TEXT",
                    "Images without alt text, which is read aloud and shown where images are blocked: " + count));
        }
    }

    private static void links(Document page, List<ContentProblem> problems) {
        var broken = page.select("a[href]").stream()
                .filter(link -> !ADDRESS.matcher(link.attr("href").strip()).matches())
                .map(ContentProblem::name)
                .toList();
        if (!broken.isEmpty()) {
            problems.add(new ContentProblem(
                    "LINK_WITHOUT_ADDRESS",
                    "Links that lead nowhere (" + broken.size() + "): " + String.join(", ", broken)));
        }
    }

    /** The text of a link, or where it has none its address, for a sentence. */
    private static String name(Element link) {
        var text = link.text().isBlank() ? link.attr("href") : link.text();
        return '"' + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + '"';
    }
}
