package io.godwit.segments.filter;

/** How the members of a group are joined. */
public enum FilterLogic {
    AND,
    OR
}
