package io.godwit.core;

import io.godwit.core.id.ProjectId;

/**
 * The project and the caller on whose behalf an operation runs. Every Store method on tenant tables takes a tenant, so a
 * statement without a project does not compile.
 *
 * @param keysVersion the project's {@code keys_version} when the key was looked up; a write checks it again, so that no request
 * with a rotated key is accepted
 */
public record Tenant(ProjectId project, Caller caller, long keysVersion) {

    /** The kind of caller that acts for the project. */
    public enum Caller {
        PUBLIC_KEY,
        SECRET_KEY,
        /** A signed-in member. */
        MEMBER,
        /** A background worker of Godwit. */
        SYSTEM
    }

    /** The tenant of background work, which no key authorised. */
    public static Tenant system(ProjectId project) {
        return new Tenant(project, Caller.SYSTEM, -1);
    }
}
