/** Workflows. */
@NullMarked
package io.godwit.workflows;

import org.jspecify.annotations.NullMarked;
