package io.godwit.projects;

import io.godwit.bus.Topic;
import java.util.UUID;

/** The messages between nodes about keys and projects. */
final class ProjectMessages {

    /** Keys or a project changed: entries cached under an older version are void. */
    static final Topic<KeysChanged> CHANGED = new Topic<>("projects.changed", KeysChanged.class);

    /** A node has evicted its cached entries. The address is older than the name: nodes of an older version listen at it. */
    static final Topic<CacheEvicted> CACHE_EVICTED = new Topic<>("projects.forgotten", CacheEvicted.class);

    /** A project is to be reset or deleted. Only saves the wait: the loop finds it too. */
    static final Topic<ProjectReset> RESET = new Topic<>("projects.wiping", ProjectReset.class);

    private ProjectMessages() {}

    /** The project to be reset or deleted. */
    record ProjectReset(UUID project) {}

    /** The new {@code installation.keys_version}. */
    record KeysChanged(long version) {}

    /** The node that uses no entry older than the version from now on. */
    record CacheEvicted(long version, String node) {}
}
