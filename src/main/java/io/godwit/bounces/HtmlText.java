package io.godwit.bounces;

import org.jsoup.Jsoup;

/** The words of an HTML part, a line for each block. */
final class HtmlText {

    private HtmlText() {}

    static String text(String html) {
        return Jsoup.parse(html).wholeText();
    }
}
