/**
 * {@code POST /v1/track} and the batcher that commits tracks and sends in groups.
 */
@NullMarked
package io.godwit.ingest;

import org.jspecify.annotations.NullMarked;
