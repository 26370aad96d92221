package io.godwit.bounces;

import io.godwit.core.EmailAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A refusal with its classification.
 *
 * @param permanent class 5 of RFC 5321 §4.2.1; false for class 4
 * @param code the basic code, when one was given
 * @param enhanced the enhanced status code (RFC 3463), such as {@code 5.1.1}, when one was given
 * @param weight the worth of the refusal against the address
 * @param line the text that decided, all lines of the reply in one
 */
public record ClassifiedRefusal(
        RefusalClass kind,
        boolean permanent,
        Optional<Integer> code,
        Optional<String> enhanced,
        Weight weight,
        String line) {

    private static final int MAX_LINE_LENGTH = 1_000;
    private static final int MAX_DOUBT_LENGTH = 1_000;
    private static final Pattern ADDRESS = Pattern.compile("<?[^\\s<>@\"']{1,64}@[^\\s<>@\"',;:)]{1,255}>?");

    /** Words that differ from message to message: those with digits, host names and ids. */
    private static final Pattern CHANGING = Pattern.compile("\\S*\\d\\S*|\\b(?:[a-z0-9-]{1,63}\\.)+[a-z]{2,24}\\b");

    /** The worth of a refusal as evidence that the address is dead. */
    public enum Evidence {
        /** None: the address stays. */
        NONE,
        /** The address is dead. */
        POSITIVE,
        /** The address is dead when another email is refused in this way within seven days. */
        SECOND_WITHIN_A_WEEK,
        /** The address is dead when another email is refused in this way a day later or more. */
        SECOND_A_DAY_LATER,
        /**
         * The mailbox exists and is full: the address is given up when this lasts as long as the limit of soft bounces says.
         * Nothing else counts towards that limit.
         */
        SEVERAL_IN_A_ROW;

        /** Returns whether it is evidence that the mailbox does not exist, or is closed. */
        boolean isOfDeath() {
            return this != NONE && this != SEVERAL_IN_A_ROW;
        }

        /** Returns the evidence, or one that asks for another refusal where it proves the death by itself. */
        Evidence atMostSecond() {
            return this == POSITIVE ? SECOND_A_DAY_LATER : this;
        }
    }

    /**
     * The worth of a report or refusal as evidence against an address.
     *
     * @param doubt the words of which it is in doubt that they are about the recipient: all, where the evidence rests on them alone,
     *     until {@link #against} has weighed them; at most {@value #MAX_DOUBT_LENGTH} characters, empty for none
     */
    public record Weight(Evidence evidence, String doubt) {

        public static final Weight NONE = of(Evidence.NONE);

        public Weight {
            doubt = cut(doubt, MAX_DOUBT_LENGTH);
        }

        /** Returns the weight of evidence that leaves no doubt about the address it is about. */
        public static Weight of(Evidence evidence) {
            return new Weight(evidence, "");
        }
    }

    public ClassifiedRefusal {
        line = cut(line, MAX_LINE_LENGTH);
    }

    private static String cut(String text, int length) {
        return text.length() > length ? text.substring(0, length) : text;
    }

    /**
     * Returns the refusal as evidence against the mailbox of these addresses. Unless the code proves it, words that name only other
     * addresses prove nothing, and those beside unfamiliar words need a second refusal: the sentence may be about the sender. Whoever
     * suppresses an address asks this first.
     *
     * @param recipients the recipient's address, with the one it stands for where a report names it; empty when none is known
     */
    public ClassifiedRefusal against(Collection<String> recipients) {
        return RecipientEvidence.of(this, recipients);
    }

    public Evidence evidence() {
        return weight.evidence();
    }

    /** Returns the refusal with what has been found out about its worth. */
    public ClassifiedRefusal with(Weight other) {
        return new ClassifiedRefusal(kind, permanent, code, enhanced, other, line);
    }

    /** Returns the party that the refusal is about. */
    public RefusalClass.Party fault() {
        return kind.fault();
    }

    /** Returns what a refusal for the rate is about, by its words. */
    public RefusalScope scope() {
        return RefusalScope.of(kind, line);
    }

    /** Returns the refusal with another class, which proves nothing about the address. */
    public ClassifiedRefusal as(RefusalClass other) {
        return other == kind ? this : new ClassifiedRefusal(other, permanent, code, enhanced, Weight.NONE, line);
    }

    /**
     * Returns the text without addresses, host names, words with digits and the local part of the recipient's address, which some
     * servers quote alone ({@code ada: user unknown}), in lower case: equal for refusals of one cause to different recipients. The
     * basic and the enhanced code come first.
     */
    public String fingerprint(EmailAddress recipient) {
        var words = ADDRESS.matcher(line.toLowerCase(Locale.ROOT)).replaceAll(" ");
        var local = recipient.localPart().toLowerCase(Locale.ROOT);
        var stable = CHANGING.matcher(without(words, local))
                .replaceAll(" ")
                .replaceAll("[^\\p{L}]+", " ")
                .strip();
        return (code.map(String::valueOf).orElse("") + " " + enhanced.orElse("") + " " + stable).strip();
    }

    /** Returns the text with {@code @} in the place of each address and of the recipient's local part. */
    public String withoutAddresses(EmailAddress recipient) {
        return without(ADDRESS.matcher(line).replaceAll("@"), recipient.localPart())
                .strip();
    }

    /** Returns the text with {@code @} in the place of the word, where it is no part of a longer one or of a name with dots. */
    private static String without(String text, String word) {
        return text.replaceAll(
                "(?i)(?<![\\p{L}\\d._+-])" + Pattern.quote(word) + "(?![\\p{L}\\d_+-]|\\.[\\p{L}\\d])", "@");
    }
}
