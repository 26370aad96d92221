package io.godwit.projects;

import io.godwit.bus.Topic;
import java.util.UUID;

/** What nodes tell each other about keys and projects. */
final class ProjectMessages {

    /** Keys or a project changed: forget what was cached under an older version. */
    static final Topic<KeysChanged> CHANGED = new Topic<>("projects.changed", KeysChanged.class);

    /** A node has forgotten. */
    static final Topic<CacheEvicted> FORGOTTEN = new Topic<>("projects.forgotten", CacheEvicted.class);

    /** A project is to be emptied. A hint only: the poll finds it too. */
    static final Topic<ProjectErasure> WIPING = new Topic<>("projects.wiping", ProjectErasure.class);

    private ProjectMessages() {}

    /** Whose rows shall go. */
    record ProjectErasure(UUID project) {}

    /** The {@code installation.keys_version} the change made. */
    record KeysChanged(long version) {}

    /** The node that will not use anything older than the version again. */
    record CacheEvicted(long version, String node) {}
}
