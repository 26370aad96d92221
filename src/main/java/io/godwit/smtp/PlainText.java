package io.godwit.smtp;

import org.jsoup.Jsoup;

/** The plain text beside an HTML body. */
final class PlainText {

    private PlainText() {}

    static String of(String html) {
        return Jsoup.parse(html).wholeText();
    }
}
