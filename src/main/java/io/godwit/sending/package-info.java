/**
 * {@code POST /v1/send}, contents, the outbox and the send pipeline.
 */
@NullMarked
package io.godwit.sending;

import org.jspecify.annotations.NullMarked;
