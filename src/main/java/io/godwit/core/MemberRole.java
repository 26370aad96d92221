package io.godwit.core;

/** Role of a user in a project, from the least rights to the most. */
public enum MemberRole {
    /** Works with all content of the project. */
    MEMBER,
    /** Works with all content and changes the project itself: settings, keys, domains, members. */
    ADMIN,
    /**
     * Exactly one user; no other member can change or remove the owner, and only the owner hands the project on, resets or
     * deletes it.
     */
    OWNER;

    public boolean includes(MemberRole least) {
        return compareTo(least) >= 0;
    }
}
