package io.godwit.bounces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The words of refusals of mailboxes that do not exist or are full: those of {@code bounces/mailbox-words.txt}. No list of sentences
 * about the sender is ever complete; a list of the words that a refusal of a mailbox needs nearly is.
 */
final class MailboxVocabulary {

    private static final String PHRASE = "= ";

    /** The beginning of a line of words that only refusals of full mailboxes have. */
    private static final String FULL = "+ ";

    /** Ids and the codes of a provider. */
    private static final Pattern CODE = Pattern.compile("[\\d_]");

    private static final Pattern HOST =
            Pattern.compile("(?<![a-z0-9.-])(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24}\\b(?!')");

    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}@'-]+");

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]+(?:['-][\\p{L}\\p{M}]+)*");

    /** Writing without blanks between its words. */
    private static final Pattern UNSPACED =
            Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\u30fc]+");

    private static final List<String> LINES = load("/bounces/mailbox-words.txt");

    private static final MailboxVocabulary STANDARD = new MailboxVocabulary(
            LINES.stream().filter(line -> !line.startsWith(FULL)).toList());

    private static final MailboxVocabulary WITH_FULL = new MailboxVocabulary(LINES.stream()
            .map(line -> line.startsWith(FULL) ? line.substring(FULL.length()) : line)
            .toList());

    private final Set<String> words;
    private final Pattern phrases;
    private final Pattern unspaced;

    private MailboxVocabulary(List<String> lines) {
        this.words = lines.stream()
                .filter(line -> !line.startsWith(PHRASE))
                .flatMap(line -> Arrays.stream(line.split(" +")))
                .collect(Collectors.toCollection(HashSet::new));
        this.phrases = Pattern.compile(lines.stream()
                .filter(line -> line.startsWith(PHRASE))
                .map(line -> Pattern.quote(line.substring(PHRASE.length())))
                .sorted(Comparator.comparing(String::length).reversed())
                .collect(Collectors.joining("|", "(?<!\\p{L})(?:", ")(?!\\p{L})")));
        this.unspaced = Pattern.compile(words.stream()
                .filter(word -> UNSPACED.matcher(word).matches())
                .sorted(Comparator.comparing(String::length).reversed())
                .collect(Collectors.joining("|")));
    }

    private static List<String> load(String resource) {
        try (InputStream lines = Objects.requireNonNull(MailboxVocabulary.class.getResourceAsStream(resource))) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the same for a refusal of a full mailbox. */
    static String unfamiliarOfFull(String text) {
        return WITH_FULL.unknown(text);
    }

    /**
     * Returns the words that no refusal of a missing mailbox is known to have, parted by blanks; empty when all are known.
     *
     * @param text as the rules read it: in lower case, single blanks, {@code @} for each address
     */
    static String unfamiliar(String text) {
        return STANDARD.unknown(text);
    }

    private String unknown(String text) {
        var words = Arrays.stream(text.split(" "))
                .filter(word -> !isLink(word) && !CODE.matcher(word).find())
                .collect(Collectors.joining(" "));
        var plain = BETWEEN.matcher(HOST.matcher(words).replaceAll(" ")).replaceAll(" ");
        return WORD.matcher(phrases.matcher(plain).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .filter(word -> !isKnown(word))
                .collect(Collectors.joining(" "));
    }

    private static boolean isLink(String word) {
        return word.contains("http:") || word.contains("https:") || word.contains("www.");
    }

    private boolean isKnown(String word) {
        return (word.length() == 1 && word.charAt(0) <= 'z')
                || words.contains(word)
                || (UNSPACED.matcher(word).matches()
                        && unspaced.matcher(word).replaceAll("").isEmpty());
    }
}
