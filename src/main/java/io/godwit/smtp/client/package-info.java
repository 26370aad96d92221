/** The transport to the outgoing relay: pooled SMTP connections and the mail transaction on them. */
@NullMarked
package io.godwit.smtp.client;

import org.jspecify.annotations.NullMarked;
