/** The preview of a template: a rendered email for a contact, which is not sent. */
@NullMarked
package io.godwit.sending.preview;

import org.jspecify.annotations.NullMarked;
