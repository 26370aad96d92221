/** Notifications of Amazon SES through SNS: the webhook, the check of signatures, and their parsing. */
@NullMarked
package io.godwit.inbound.sns;

import org.jspecify.annotations.NullMarked;
