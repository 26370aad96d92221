/** Idempotent requests: the keys of callers, the claims on them, and the stored first responses. */
@NullMarked
package io.godwit.web.idempotency;

import org.jspecify.annotations.NullMarked;
