package io.godwit.core;

import io.godwit.core.id.ProjectId;

/**
 * On whose behalf something is done. Every Store method on tenant tables takes one, so a statement without a project does
 * not compile.
 *
 * @param keysVersion the project's {@code keys_version} when the key was looked up; a write checks it again, so that no
 *     request with a rotated key is accepted
 */
public record Tenant(ProjectId project, Caller caller, long keysVersion) {

    /** Who speaks for the project. */
    public enum Caller {
        PUBLIC_KEY,
        SECRET_KEY,
        /** A signed-in member. */
        MEMBER,
        /** One of our own workers. */
        SYSTEM
    }

    /** For background work, which no key authorised. */
    public static Tenant system(ProjectId project) {
        return new Tenant(project, Caller.SYSTEM, -1);
    }
}
