package io.godwit.segments.filter;

/** The logical operator between the members of a group. */
public enum FilterLogic {
    AND,
    OR
}
