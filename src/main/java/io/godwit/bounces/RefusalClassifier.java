package io.godwit.bounces;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Classifies refusals, either a server's reply to us or one quoted in a bounce. Safe to use from any thread.
 *
 * <p>The order is robust against arbitrary text: words about a full mailbox and about us, then the enhanced code, then words
 * about the mailbox, the host and the mail system, at last the basic code and its stage. A basic code alone never marks an
 * address as dead. The words of a refusal are weighed for its recipient by {@link ClassifiedRefusal#against}.
 */
public final class RefusalClassifier {

    private static final int KEY_OVERHEAD = 200;

    /** Max characters; of a longer text the start and the end are read. */
    private static final int MAX_TEXT_LENGTH = 2_000;

    /** Addresses, which may contain any word. */
    private static final Pattern ADDRESS =
            Pattern.compile("[^\\s<>@\"'(:;,]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,10}");

    /**
     * Host names with three labels or more, unless a list of senders has the name; {@code RESOLVER.ADR.RecipientNotFound} is
     * none.
     */
    private static final Pattern HOST = Pattern.compile(
            "\\b(?!resolver\\.)(?![a-z0-9.-]{0,200}(?:spamhaus|spamcop|sorbs|barracuda|abuseat|surbl|uribl|[dr]n?s?bl|block|black))"
                    + "(?:[a-z0-9-]{1,63}\\.){2,8}[a-z]{2,24}\\b");

    /** Joins the words of a constant such as {@code MAILBOX_NOT_FOUND}; {@code OFR_417} is a code of its own. */
    private static final Pattern CONSTANT = Pattern.compile("(?<=[a-z])_(?=[a-z])");

    /** The rules of the whole process, like the log's settings: refusals are classified in many places, and everywhere alike. */
    private static final AtomicReference<RulesInForce> RULES =
            new AtomicReference<>(new RulesInForce("", RefusalRules.standard()));

    /** Characters of the texts that are remembered. */
    private static final long CACHED_CHARACTERS = 4L << 20;

    /** A server refuses thousands of emails with few texts; a hundred patterns over one take some tenths of a millisecond. */
    private static final Cache<MeaningKey, Meaning> KEY_TO_MEANING = Caffeine.newBuilder()
            .maximumWeight(CACHED_CHARACTERS)
            .weigher((MeaningKey key, Meaning meaning) -> KEY_OVERHEAD
                    + key.text().length()
                    + meaning.weight().doubt().length())
            .build();

    /** The rules of this process: those of an operator as they were written, and with those of the jar behind them. */
    private record RulesInForce(String own, RefusalRules all) {}

    private RefusalClassifier() {}

    private static RulesInForce rules() {
        return Objects.requireNonNull(RULES.get());
    }

    /**
     * Asks rules of an operator before those of the jar from now on, in the whole process. Called once, before the first
     * email.
     *
     * @param lines in the form that the head of {@code bounces/refusals.tsv} explains; empty text for the rules of the jar alone
     * @throws IllegalArgumentException names the first line that is no rule
     */
    public static void extend(String lines) {
        if (!rules().own().equals(lines)) {
            RULES.set(new RulesInForce(lines, RefusalRules.standard().behind(lines)));
            KEY_TO_MEANING.invalidateAll();
        }
    }

    /** Throws an {@link IllegalArgumentException} that names the first line that is no rule, if there is one. */
    public static void requireRules(String lines) {
        RefusalRules.parse(lines);
    }

    /** Classifies all lines of a reply of class 4 or 5. */
    public static ClassifiedRefusal classify(SmtpReply reply, SmtpStage stage) {
        var refusal =
                read(reply.enhanced(), Optional.of(reply.code()), String.join(" ", reply.lines()), Optional.of(stage));
        return isBeforeRecipient(stage) ? withoutRecipient(refusal) : refusal;
    }

    /** Returns the refusal of a server that knows no recipient yet: an unknown user is the sender, a full disk the server's. */
    private static ClassifiedRefusal withoutRecipient(ClassifiedRefusal refusal) {
        if (refusal.kind() == RefusalClass.FULL) {
            return refusal.as(RefusalClass.SYSTEM);
        }
        return refusal.evidence().isOfDeath()
                ? refusal.as(refusal.permanent() ? RefusalClass.POLICY : RefusalClass.SYSTEM)
                : refusal;
    }

    private static boolean isBeforeRecipient(SmtpStage stage) {
        return stage == SmtpStage.CONNECT || stage == SmtpStage.MAIL;
    }

    /** Classifies a quoted refusal, with as many of its codes as are known. */
    static ClassifiedRefusal classify(Optional<String> enhanced, Optional<Integer> code, String words) {
        return read(enhanced, code, words, Optional.empty());
    }

    /**
     * Returns the worth of a line's text: 0 when it tells nothing, 1 for a fault that may be any system's, 2 for all else.
     */
    static int score(String line) {
        var text = normal(bounded(line));
        var rule = find(rules().all().before(), text, Optional.empty(), Optional.empty())
                .or(() -> find(rules().all().after(), text, Optional.empty(), Optional.empty()));
        return rule.map(found -> found.kind() == RefusalClass.SYSTEM || found.kind() == RefusalClass.ROUTING ? 1 : 2)
                .orElse(0);
    }

    private static ClassifiedRefusal read(
            Optional<String> enhanced, Optional<Integer> code, String words, Optional<SmtpStage> stage) {
        var permanent = enhanced.map(text -> text.startsWith("5."))
                .orElseGet(() -> code.filter(number -> number < 500).isEmpty());
        var text = bounded(words);
        var found = KEY_TO_MEANING.get(
                new MeaningKey(MaskedText.of(text), enhanced, code, stage),
                ignored -> meaning(enhanced, code, normal(text), stage));
        var meaning =
                !permanent && found.weight().evidence().isOfDeath() ? found.passing(enhanced, normal(text)) : found;
        return new ClassifiedRefusal(meaning.kind(), permanent, code, enhanced, meaning.weight(), words);
    }

    /** The facts that decide the meaning of a refusal; the text is without addresses and ids. */
    private record MeaningKey(
            String text, Optional<String> enhanced, Optional<Integer> code, Optional<SmtpStage> stage) {}

    private record Meaning(RefusalClass kind, Weight weight) {

        static Meaning of(RefusalRules.Rule rule, Optional<String> enhanced, String text) {
            if (rule.isCertain() || rule.evidence() == ClassifiedRefusal.Evidence.NONE) {
                return of(rule.kind(), rule.evidence());
            }
            return rule.evidence() == ClassifiedRefusal.Evidence.SEVERAL_IN_A_ROW
                    ? new Meaning(rule.kind(), FullMailbox.weight(enhanced, text))
                    : new Meaning(rule.kind(), new Weight(rule.evidence(), text));
        }

        static Meaning of(RefusalClass kind, ClassifiedRefusal.Evidence evidence) {
            return new Meaning(kind, Weight.of(evidence));
        }

        /**
         * Returns the meaning of words that mean dead beside a code of class 4: the server asks us to try again, so the address
         * may be valid later.
         */
        Meaning passing(Optional<String> enhanced, String text) {
            return kind == RefusalClass.CLOSED
                    ? new Meaning(RefusalClass.FULL, FullMailbox.weight(enhanced, text))
                    : of(RefusalClass.GREYLISTED, ClassifiedRefusal.Evidence.NONE);
        }
    }

    private static Meaning meaning(
            Optional<String> enhanced, Optional<Integer> code, String text, Optional<SmtpStage> stage) {
        var dead = find(rules().all().after(), text, enhanced, code);
        // Words about us are often those of a missing mailbox, too; two signs of three outweigh them.
        var signs = Stream.of(
                        enhanced.filter(EnhancedCodes::provesDeath).isPresent(),
                        dead.filter(rule -> rule.evidence() == ClassifiedRefusal.Evidence.POSITIVE)
                                .isPresent(),
                        MailboxVocabulary.unfamiliar(text).isEmpty())
                .filter(sign -> sign)
                .count();
        var before = signs > 1 ? rules().all().overriding() : rules().all().before();
        return find(before, text, enhanced, code)
                .map(rule -> Meaning.of(rule, enhanced, text))
                .or(() -> closed(dead, enhanced, text))
                .or(() -> byCode(enhanced.filter(known -> !EnhancedCodes.isLoose(known)), text))
                .or(() -> dead.map(rule -> Meaning.of(rule, enhanced, text)))
                .or(() -> byCode(enhanced, text))
                .orElseGet(() -> Meaning.of(byBasicCode(code, stage), ClassifiedRefusal.Evidence.NONE));
    }

    /** Returns the meaning of words that call a mailbox disabled beside a code that calls its address wrong: it exists. */
    private static Optional<Meaning> closed(Optional<RefusalRules.Rule> words, Optional<String> enhanced, String text) {
        return words.filter(rule -> rule.kind() == RefusalClass.CLOSED)
                .filter(ignored -> enhanced.filter(EnhancedCodes::provesDeath).isPresent())
                .map(rule -> Meaning.of(rule, enhanced, text));
    }

    private static Optional<Meaning> byCode(Optional<String> enhanced, String text) {
        return enhanced.flatMap(code ->
                EnhancedCodes.meaning(code).map(kind -> new Meaning(kind, EnhancedCodes.weight(code, kind, text))));
    }

    /** Classifies by the basic code (RFC 5321 §4.2.2 and RFC 4954 §6), as far as a number tells anything. */
    private static RefusalClass byBasicCode(Optional<Integer> code, Optional<SmtpStage> stage) {
        return switch (code.orElse(0)) {
            case 500, 501, 502, 503, 504, 555 -> RefusalClass.SESSION;
            case 454, 523, 524, 525, 530, 534, 535, 538 -> RefusalClass.SESSION;
            case 452, 552 ->
                stage.filter(at -> at != SmtpStage.RCPT).isPresent() ? RefusalClass.SYSTEM : RefusalClass.FULL;
            case 421, 432 -> RefusalClass.SYSTEM;
            case 451, 455 -> RefusalClass.SYSTEM;
            default -> RefusalClass.UNKNOWN;
        };
    }

    private static Optional<RefusalRules.Rule> find(
            List<RefusalRules.Rule> rules, String text, Optional<String> enhanced, Optional<Integer> code) {
        return rules.stream().filter(rule -> rule.matches(text, enhanced, code)).findFirst();
    }

    private static String bounded(String words) {
        return words.length() > MAX_TEXT_LENGTH
                ? words.substring(0, MAX_TEXT_LENGTH / 2) + " " + words.substring(words.length() - MAX_TEXT_LENGTH / 2)
                : words;
    }

    /** Returns the text as the rules read it, which the head of {@code bounces/refusals.tsv} explains. */
    static String normal(String text) {
        var plain = text.replace('\u2019', '\'').toLowerCase(Locale.ROOT);
        var nameless = HOST.matcher(ADDRESS.matcher(plain).replaceAll("@")).replaceAll("");
        return CONSTANT.matcher(nameless)
                .replaceAll(" ")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
