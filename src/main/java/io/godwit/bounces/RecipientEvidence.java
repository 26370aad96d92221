package io.godwit.bounces;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    private final List<AddressParts> recipients;

    /** The addresses in the text, but for those to which the sender may turn. */
    private final List<AddressParts> named;

    private RecipientEvidence(String text, Collection<String> recipients) {
        this.recipients = recipients.stream().map(AddressParts::of).toList();
        this.named = ADDRESS.matcher(text)
                .results()
                .filter(found -> !isAdvice(text, found.start()))
                .map(found -> AddressParts.of(found.group()))
                .toList();
    }

    private static boolean isAdvice(String text, int at) {
        return ADVICE.matcher(text.substring(Math.max(0, at - MAX_ADVICE_LENGTH), at))
                .find();
    }

    static ClassifiedRefusal of(ClassifiedRefusal refusal, Collection<String> recipients) {
        if (refusal.weight().doubt().isEmpty()) {
            return refusal;
        }
        var named = new RecipientEvidence(refusal.line().toLowerCase(Locale.ROOT), recipients);
        return refusal.evidence() == Evidence.SEVERAL_IN_A_ROW ? named.weighedAsFull(refusal) : named.weighed(refusal);
    }

    /** Returns the refusal of a full mailbox; it counts where nothing leaves a doubt that the mailbox is the recipient's. */
    private ClassifiedRefusal weighedAsFull(ClassifiedRefusal refusal) {
        var unfamiliar =
                withoutNames(MailboxVocabulary.unfamiliarOfFull(refusal.weight().doubt()));
        return refusal.with(namesOthersOnly() || !unfamiliar.isEmpty() ? Weight.NONE : Weight.of(refusal.evidence()));
    }

    private ClassifiedRefusal weighed(ClassifiedRefusal refusal) {
        if (namesOthersOnly()) {
            return refusal.as(RefusalClass.UNKNOWN);
        }
        var weight = refusal.weight();
        var unfamiliar = withoutNames(MailboxVocabulary.unfamiliar(weight.doubt()));
        return unfamiliar.isEmpty() ? refusal.with(Weight.of(weight.evidence())) : unclear(refusal, unfamiliar);
    }

    /** Returns the refusal whose words are unfamiliar: a code of another meaning contradicts them, else another refusal has to confirm it. */
    private ClassifiedRefusal unclear(ClassifiedRefusal refusal, String unfamiliar) {
        var evidence = refusal.evidence().atMostSecond();
        return refusal.enhanced()
                .flatMap(EnhancedCodes::meaning)
                .filter(meaning -> !RefusalRules.evidence(meaning).isOfDeath())
                .map(refusal::as)
                .orElseGet(() ->
                        refusal.with(namesRecipientOnly() ? Weight.of(evidence) : new Weight(evidence, unfamiliar)));
    }

    private boolean namesOthersOnly() {
        return !recipients.isEmpty() && !named.isEmpty() && named.stream().noneMatch(this::isRecipient);
    }

    /** Returns whether the text names a recipient and nobody else, so that it is about this mailbox. */
    private boolean namesRecipientOnly() {
        return !named.isEmpty() && named.stream().allMatch(this::isRecipient);
    }

    /** Behind an alias is often a mailbox of the same name elsewhere; names that everybody has are told apart by their domains. */
    private boolean isRecipient(AddressParts address) {
        return recipients.stream()
                .anyMatch(recipient -> recipient.hasDomainOf(address)
                        || (recipient.name().equals(address.name()) && !ROLES.contains(address.name())));
    }

    /** Returns the words without those of the recipients' addresses, which some systems quote in parts: {@code ada: no mailbox}. */
    private String withoutNames(String words) {
        var names = recipients.stream()
                .flatMap(recipient -> Stream.concat(
                        Stream.of(recipient.local()),
                        BETWEEN_PARTS.splitAsStream(recipient.local() + "@" + recipient.domain())))
                .collect(Collectors.toSet());
        return Arrays.stream(words.split(" "))
                .filter(word -> !names.contains(word))
                .collect(Collectors.joining(" "));
    }
}
