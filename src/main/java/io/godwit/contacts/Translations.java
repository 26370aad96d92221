package io.godwit.contacts;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The built-in texts for contacts in one language: the footer of marketing email and the subscription pages. They stand in
 * {@code languages} of the jar, one file a language; {@code {project}} and {@code {email}} are filled in.
 */
public final class Translations {

    private static final List<String> TAGS =
            List.of("en", "nl", "fr", "de", "es", "it", "pt", "pl", "bg", "cs", "hi", "zh-CN", "zh-TW", "zh-HK");

    private static final Map<String, Translations> TAG_TO_LANGUAGE = read();

    private final String tag;
    private final Map<String, String> texts;

    private Translations(String tag, Map<String, String> texts) {
        this.tag = tag;
        this.texts = texts;
    }

    /** The texts for the contact's {@code locale} when there are some, else for the project's language, else in English. */
    public static Translations of(Optional<String> locale, String ofProject) {
        return locale.flatMap(Translations::find).or(() -> find(ofProject)).orElseGet(Translations::english);
    }

    /** The texts for the {@code Accept-Language} of a browser, where the contact is unknown. */
    public static Translations ofHeader(String header) {
        for (var range : header.split(",", 20)) {
            var found = find(range.split(";", 2)[0].strip());
            if (found.isPresent()) {
                return found.get();
            }
        }
        return english();
    }

    private static Translations english() {
        return find("en").orElseThrow();
    }

    /** By a language tag (RFC 5646) in any case, with dashes or underscores; of Chinese the script or the place decides. */
    static Optional<Translations> find(String locale) {
        var subtags = List.of(locale.toLowerCase(Locale.ROOT).replace('_', '-').split("-", 9));
        var tag = subtags.get(0).equals("zh") ? chinese(subtags) : subtags.get(0);
        return Optional.ofNullable(TAG_TO_LANGUAGE.get(tag));
    }

    private static String chinese(List<String> subtags) {
        if (subtags.contains("hk") || subtags.contains("mo")) {
            return "zh-HK";
        }
        return subtags.contains("hant") || subtags.contains("tw") ? "zh-TW" : "zh-CN";
    }

    /** For {@code lang} attributes (RFC 5646). */
    public String tag() {
        return tag;
    }

    /** The sentence at the end of marketing email. */
    public String footer(String project) {
        return text("footer").replace("{project}", project);
    }

    /** The text of the link at the end of marketing email. */
    public String unsubscribe() {
        return text("unsubscribe");
    }

    public String text(String key) {
        var text = texts.get(key);
        if (text == null) {
            throw new IllegalArgumentException("There is no text " + key + " in " + tag);
        }
        return text;
    }

    private static Map<String, Translations> read() {
        var tagToLanguage = new LinkedHashMap<String, Translations>();
        TAGS.forEach(tag -> tagToLanguage.put(tag, new Translations(tag, texts(tag))));
        return Map.copyOf(tagToLanguage);
    }

    private static Map<String, String> texts(String tag) {
        var properties = new Properties();
        try (var in = Translations.class.getResourceAsStream("/languages/" + tag + ".properties")) {
            if (in == null) {
                throw new IllegalStateException("The texts of " + tag + " are missing in the jar");
            }
            properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        var texts = new LinkedHashMap<String, String>();
        properties.stringPropertyNames().forEach(key -> texts.put(key, properties.getProperty(key)));
        return Map.copyOf(texts);
    }
}
