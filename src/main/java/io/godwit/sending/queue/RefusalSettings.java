package io.godwit.sending.queue;

import java.time.Duration;

/**
 * When refusals are taken to be about us or the mail server and not about their recipients, and what follows.
 *
 * @param recipients so many different recipients with the same refusal open a project's circuit breaker; 0 means never
 * @param domains the recipients are of so many different domains at least
 * @param projects so many projects at least share the refusal before the mail of all projects is paused
 * @param window the refusals come within so long
 * @param hold how long a permanent refusal waits before the email ends by it, so that it can still be taken back
 * @param pause until the first email is risked again; it doubles with each that is refused alike
 * @param longestPause the limit of that
 */
public record RefusalSettings(
        int recipients,
        int domains,
        int projects,
        Duration window,
        Duration hold,
        Duration pause,
        Duration longestPause) {

    /** The same, so many times faster. */
    RefusalSettings paced(int pace) {
        return new RefusalSettings(
                recipients,
                domains,
                projects,
                window,
                hold.dividedBy(pace),
                pause.dividedBy(pace),
                longestPause.dividedBy(pace));
    }
}
