package io.godwit.projects;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What nodes tell each other about keys and projects. */
final class ProjectsMessages {

    /** Keys or a project changed: forget what was cached under an older version. */
    static final Notice<Changed> CHANGED = new Notice<>("projects.changed", Changed.class);

    /** A node has forgotten. */
    static final Notice<Forgotten> FORGOTTEN = new Notice<>("projects.forgotten", Forgotten.class);

    /** A project is to be emptied. A hint only: the poll finds it too. */
    static final Notice<Wiping> WIPING = new Notice<>("projects.wiping", Wiping.class);

    private ProjectsMessages() {}

    /** Whose rows shall go. */
    record Wiping(UUID project) {}

    /** The {@code installation.keys_version} the change made. */
    record Changed(long version) {}

    /** The node that will not use anything older than the version again. */
    record Forgotten(long version, String node) {}
}
