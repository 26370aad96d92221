/** The background computation of segment members, and the removal of what deleted segments leave. */
@NullMarked
package io.godwit.segments.compute;

import org.jspecify.annotations.NullMarked;
