/**
 * Mail as bytes on a wire: building a message, signing it, handing it to a mail server, and the built-in catcher.
 *
 * <p>Knows nothing of projects or rows.
 */
@NullMarked
package io.godwit.smtp;

import org.jspecify.annotations.NullMarked;
