/** The rendering of one email: stored content, compiled templates, system variables, unsubscribe links, and the signed message. */
@NullMarked
package io.godwit.sending.rendering;

import org.jspecify.annotations.NullMarked;
