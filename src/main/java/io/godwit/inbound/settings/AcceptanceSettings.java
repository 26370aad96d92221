package io.godwit.inbound.settings;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells how much of the mail that comes in is taken, and which of it is believed.
 *
 * @param feedbackLoops domains whose reports are believed by the Message-ID of the mail they are about, when a DKIM signature of
 *     theirs holds; all others have to show its signed return path or token
 * @param unauthenticated whether a mail whose author neither SPF nor DKIM vouches for starts workflows like any other
 * @param perClient mails a minute from one client address; 0 = any number. Bounces to a signed return path do not count
 * @param perProject the same to one project, whoever sends them
 */
public record AcceptanceSettings(Set<String> feedbackLoops, boolean unauthenticated, int perClient, int perProject) {

    public AcceptanceSettings {
        feedbackLoops = feedbackLoops.stream()
                .map(domain -> domain.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Tells whether a domain, or one above it, is a feedback loop the operator named. */
    public boolean isFeedbackLoop(String domain) {
        return feedbackLoops.stream().anyMatch(loop -> domain.equals(loop) || domain.endsWith("." + loop));
    }
}
