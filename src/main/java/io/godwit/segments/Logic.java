package io.godwit.segments;

/** How the members of a group are joined. */
enum Logic {
    AND,
    OR
}
