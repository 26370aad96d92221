package io.godwit.inbound.settings;

import io.godwit.core.EmailAddress;
import io.godwit.core.SettingsReader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The limits of accepted inbound mail, and the conditions under which its reports are trusted.
 *
 * @param feedbackLoops domains whose reports are trusted by the Message-ID of the email they are about, when a DKIM signature
 *     of theirs is valid; all others need its signed return path or token
 * @param unauthenticated whether an email that neither SPF nor DKIM authenticates starts workflows like any other
 * @param perClient max messages per minute from one client address; 0: any number. Bounces to a signed return path do not count
 * @param perProject max messages per minute to one project, whoever sends them
 */
public record AcceptanceSettings(Set<String> feedbackLoops, boolean unauthenticated, int perClient, int perProject) {

    private static final int MAX_PER_MINUTE = 1_000_000;

    public AcceptanceSettings {
        feedbackLoops = feedbackLoops.stream()
                .map(domain -> domain.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether a domain, or one above it, is a feedback loop the operator named. */
    public boolean isFeedbackLoop(String domain) {
        return feedbackLoops.stream().anyMatch(loop -> domain.equals(loop) || domain.endsWith("." + loop));
    }

    static AcceptanceSettings read(SettingsReader reader) {
        return new AcceptanceSettings(
                reader.checked(
                        "inbound.feedback-loops",
                        "domains such as isp.example",
                        () -> domains(reader.list("inbound.feedback-loops")),
                        Set.<String>of()),
                reader.flag("inbound.unauthenticated"),
                reader.number("inbound.smtp.per-client-per-minute", 0, MAX_PER_MINUTE),
                reader.number("inbound.per-project-per-minute", 0, MAX_PER_MINUTE));
    }

    private static Set<String> domains(List<String> names) {
        if (!names.stream().allMatch(name -> EmailAddress.parse("x@" + name).isPresent())) {
            throw new IllegalArgumentException("These are no domains: " + names);
        }
        return Set.copyOf(names);
    }
}
