package io.godwit.core;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of things whose changes a page can follow. */
public enum ChangeTopic {
    ACTIVITY,
    EMAIL,
    CAMPAIGN,
    WORKFLOW,
    EXECUTION,
    JOB,
    CONTACT,
    SEGMENT,
    TEMPLATE,
    DOMAIN,
    SUPPRESSION,
    PROJECT,
    MEMBER,
    /** The queues of the installation, of all projects together; operators alone hear of them. */
    QUEUE,
    /** Emails that the catcher of any node has kept, of all projects together. */
    MAILBOX;

    /** The topics of the things that belong to a project. */
    public static final Set<ChangeTopic> OF_PROJECT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(QUEUE, MAILBOX)));

    /** The name in the API. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ChangeTopic> of(String word) {
        for (var topic : values()) {
            if (topic.word().equals(word)) {
                return Optional.of(topic);
            }
        }
        return Optional.empty();
    }
}
