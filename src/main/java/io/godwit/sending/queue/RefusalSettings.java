package io.godwit.sending.queue;

import io.godwit.bounces.RefusalClassifier;
import io.godwit.core.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/**
 * The thresholds at which refusals are attributed to us or the mail server and not to their recipients, and the pauses that
 * follow.
 *
 * @param recipients number of different recipients with the same refusal that open a project's circuit breaker; 0 means never
 * @param domains minimum number of different domains among these recipients
 * @param projects minimum number of projects with the same refusal that pause the emails of all projects
 * @param window the time within which the refusals arrive
 * @param waitTime the time a permanent refusal waits before it ends its email, so that it can still be revoked
 * @param maxWaitTime the time it waits at most while others like it keep arriving
 * @param pause until the first probe; it doubles with each probe that is refused alike
 * @param maxPause the limit of that pause
 * @param rules rules of the operator about the words of refusals, which are asked before those of the jar; mostly empty
 */
public record RefusalSettings(
        int recipients,
        int domains,
        int projects,
        Duration window,
        Duration waitTime,
        Duration maxWaitTime,
        Duration pause,
        Duration maxPause,
        String rules) {

    /** Returns the same settings, with all times divided by {@code pace}. */
    RefusalSettings paced(int pace) {
        return new RefusalSettings(
                recipients,
                domains,
                projects,
                window,
                waitTime.dividedBy(pace),
                maxWaitTime.dividedBy(pace),
                pause.dividedBy(pace),
                maxPause.dividedBy(pace),
                rules);
    }

    static RefusalSettings read(SettingsReader reader) {
        return new RefusalSettings(
                reader.number("sending.refusals.recipients", 0, 1_000),
                reader.number("sending.refusals.domains", 1, 1_000),
                reader.number("sending.refusals.projects", 1, 1_000),
                reader.duration("sending.refusals.window"),
                reader.duration("sending.refusals.wait"),
                reader.duration("sending.refusals.max-wait"),
                reader.duration("sending.refusals.pause"),
                reader.duration("sending.refusals.max-pause"),
                rules(reader));
    }

    /** Reads the operator's rules; blocks while it reads the file. */
    private static String rules(SettingsReader reader) {
        if (reader.optional("sending.refusals.rules").isEmpty()) {
            return "";
        }
        try {
            var lines = Files.readString(reader.path("sending.refusals.rules"));
            RefusalClassifier.requireRules(lines);
            return lines;
        } catch (IOException | IllegalArgumentException wrong) {
            reader.mistake("sending.refusals.rules", "a file with rules about refusals (" + wrong.getMessage() + ")");
            return "";
        }
    }
}
