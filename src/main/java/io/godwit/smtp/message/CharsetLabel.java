package io.godwit.smtp.message;

import jakarta.mail.internet.MimeUtility;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the charset that a label in a message names, and the one that its text is in. */
final class CharsetLabel {

    private static final Set<String> ASCII = Set.of("us-ascii", "x-us-ascii", "ascii", "ansi_x3.4-1968", "default");

    /** Labels that the Java platform does not know. */
    private static final Map<String, String> LABEL_TO_NAME = Map.ofEntries(
            Map.entry("iso-8859-6-e", "ISO-8859-6"),
            Map.entry("iso-8859-6-i", "ISO-8859-6"),
            Map.entry("iso-8859-8-e", "ISO-8859-8"),
            Map.entry("iso-8859-8-i", "ISO-8859-8"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("cp949", "x-windows-949"),
            Map.entry("x-gbk", "GB18030"),
            Map.entry("koi8-ru", "KOI8-U"),
            Map.entry("macintosh", "x-MacRoman"),
            Map.entry("x-mac-roman", "x-MacRoman"),
            Map.entry("x-mac-cyrillic", "x-MacCyrillic"));

    /**
     * Charsets under whose labels programs write a larger one; readers take the larger one, as the WHATWG Encoding Standard has it.
     */
    private static final Map<String, String> NAME_TO_LARGER = Map.of(
            "ISO-8859-1", "windows-1252",
            "ISO-8859-9", "windows-1254",
            "x-iso-8859-11", "x-windows-874",
            "TIS-620", "x-windows-874",
            "Shift_JIS", "windows-31j",
            "ISO-2022-JP", "x-windows-iso2022jp",
            "EUC-KR", "x-windows-949",
            "Big5", "Big5-HKSCS");

    private CharsetLabel() {}

    /** Returns the charset of that label; empty for US-ASCII too, under which programs send octets outside it. */
    static Optional<Charset> named(String label) {
        var name = label.strip().toLowerCase(Locale.ROOT);
        return ASCII.contains(name)
                ? Optional.empty()
                : charset(LABEL_TO_NAME.getOrDefault(name, MimeUtility.javaCharset(name)));
    }

    /** Returns the charset to read text of that label in. */
    static Optional<Charset> read(String label) {
        return named(label).map(charset -> Optional.ofNullable(NAME_TO_LARGER.get(charset.name()))
                .flatMap(CharsetLabel::charset)
                .orElse(charset));
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
