/** The send pipeline of a node: claimed emails from the start of their attempt to its end, with circuit breakers and limits on concurrency. */
@NullMarked
package io.godwit.sending.pipeline;

import org.jspecify.annotations.NullMarked;
