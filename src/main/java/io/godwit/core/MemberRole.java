package io.godwit.core;

/** What a person may do in a project, from least to most. */
public enum MemberRole {
    /** Works with everything in it. */
    MEMBER,
    /** Also changes the project itself: settings, keys, domains, members. */
    ADMIN,
    /** One person; nobody changes or removes them, and they alone hand the project on. */
    OWNER;

    public boolean includes(MemberRole least) {
        return compareTo(least) >= 0;
    }
}
