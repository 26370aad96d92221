package io.godwit.bounces;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Decides what a refusal proves about the mailbox of one recipient: it may be about another address, or about the sender. */
final class RecipientEvidence {

    private static final Pattern ADDRESS =
            Pattern.compile("[^\\s<>@\"'(:;,\\[\\]]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,10}");

    private static final Pattern BETWEEN_PARTS = Pattern.compile("[^\\p{L}]+");

    /** Local parts that senders and recipients of different domains have alike (RFC 2142 among others). */
    private static final Set<String> ROLES = Set.of(
            "abuse",
            "admin",
            "contact",
            "hello",
            "help",
            "hostmaster",
            "info",
            "kontakt",
            "mail",
            "newsletter",
            "office",
            "postmaster",
            "sales",
            "security",
            "service",
            "support",
            "team",
            "webmaster");

    /** Words before an address to which the sender may turn, or where the recipient has moved (551 of RFC 5321 §3.4). */
    private static final Pattern ADVICE = Pattern.compile(
            "\\b(?:contact(?:ing)?|ask|questions|write|try|use|via|reach|report|unblock|kontakt|wenden|contacter|contacte|moved|forward(?:ed)?)"
                    + "(?: [\\p{L}'-]{1,20}){0,4}:? ?[<(\\[\"']{0,2}$");

    private static final int MAX_ADVICE_LENGTH = 100;

    private RecipientEvidence() {}

    static ClassifiedRefusal of(ClassifiedRefusal refusal, Collection<String> recipients) {
        if (refusal.doubt().isEmpty()) {
            return refusal;
        }
        var line = refusal.line().toLowerCase(Locale.ROOT);
        var lower = recipients.stream()
                .map(address -> address.toLowerCase(Locale.ROOT))
                .toList();
        if (namesOthersOnly(line, lower)) {
            return refusal.as(RefusalClass.UNKNOWN);
        }
        var unfamiliar = withoutNames(MailboxVocabulary.unfamiliar(refusal.doubt()), lower);
        if (!unfamiliar.isEmpty()) {
            return unclear(refusal, namesOnly(line, lower) ? "" : unfamiliar);
        }
        return refusal.with(refusal.evidence(), "");
    }

    /** Returns the refusal whose words are unfamiliar: a code of another meaning contradicts them, else another refusal has to confirm it. */
    private static ClassifiedRefusal unclear(ClassifiedRefusal refusal, String unfamiliar) {
        return refusal.enhanced()
                .flatMap(EnhancedCodes::meaning)
                .filter(meaning -> RefusalRules.evidence(meaning) == Evidence.NONE)
                .map(refusal::as)
                .orElseGet(() -> refusal.with(refusal.evidence().atMostSecond(), unfamiliar));
    }

    /** Returns whether the text names addresses, and none of them is a recipient's. */
    private static boolean namesOthersOnly(String text, List<String> recipients) {
        var named = named(text);
        return !recipients.isEmpty()
                && !named.isEmpty()
                && named.stream().noneMatch(address -> isOneOf(recipients, address));
    }

    /** Returns whether the text names a recipient and nobody else, so that it is about this mailbox. */
    private static boolean namesOnly(String text, List<String> recipients) {
        var named = named(text);
        return !named.isEmpty() && named.stream().allMatch(address -> isOneOf(recipients, address));
    }

    /** Returns the addresses in the text, but for those to which the sender may turn. */
    private static List<String> named(String text) {
        return ADDRESS.matcher(text)
                .results()
                .filter(found -> !ADVICE.matcher(
                                text.substring(Math.max(0, found.start() - MAX_ADVICE_LENGTH), found.start()))
                        .find())
                .map(MatchResult::group)
                .toList();
    }

    /** Behind an alias is often a mailbox of the same name elsewhere; names that everybody has are told apart by their domains. */
    private static boolean isOneOf(List<String> recipients, String named) {
        var name = plain(local(named));
        return recipients.stream()
                .anyMatch(recipient -> (plain(local(recipient)).equals(name) && !ROLES.contains(name))
                        || isWithin(domain(named), domain(recipient))
                        || isWithin(domain(recipient), domain(named)));
    }

    private static boolean isWithin(String inner, String outer) {
        return inner.equals(outer) || inner.endsWith("." + outer);
    }

    /** Returns the local part without its tag and its punctuation, which mail systems leave out or add. */
    private static String plain(String local) {
        var plus = local.indexOf('+');
        return (plus > 0 ? local.substring(0, plus) : local).replaceAll("[._-]", "");
    }

    /** Returns the words without those of the recipients' addresses, which some systems quote in parts: {@code ada: no mailbox}. */
    private static String withoutNames(String words, List<String> recipients) {
        if (words.isEmpty()) {
            return words;
        }
        var names = recipients.stream()
                .flatMap(BETWEEN_PARTS::splitAsStream)
                .collect(Collectors.toCollection(ArrayList::new));
        recipients.forEach(recipient -> names.add(local(recipient)));
        return Arrays.stream(words.split(" "))
                .filter(word -> !names.contains(word))
                .collect(Collectors.joining(" "));
    }

    private static String local(String address) {
        return address.substring(0, Math.max(0, address.lastIndexOf('@')));
    }

    private static String domain(String address) {
        return address.substring(address.lastIndexOf('@') + 1);
    }
}
