/** The log of emails: lists, details, scheduled emails and repeated sends; received emails stand beside those that were sent. */
@NullMarked
package io.godwit.sending.log;

import org.jspecify.annotations.NullMarked;
