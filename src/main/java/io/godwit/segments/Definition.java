package io.godwit.segments;

import java.util.Optional;

/**
 * How it is told who is in a segment.
 *
 * @param filter evaluated when asked; empty when the table of members says it
 */
record Definition(Optional<Filter> filter) {}
