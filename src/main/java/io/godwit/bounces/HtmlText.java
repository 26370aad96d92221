package io.godwit.bounces;

import org.jsoup.Jsoup;

/** Extracts the text of an HTML part, one line per block. */
final class HtmlText {

    private HtmlText() {}

    static String text(String html) {
        return Jsoup.parse(html).wholeText();
    }
}
