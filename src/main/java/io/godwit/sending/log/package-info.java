/** The log of emails: lists, details, scheduled emails, repeated sends, and received emails beside those that were sent. */
@NullMarked
package io.godwit.sending.log;

import org.jspecify.annotations.NullMarked;
