/** The sources of inbound mail: an SMTP server and a polled mailbox, the limits on both, and the parsing of messages. */
@NullMarked
package io.godwit.inbound.mail;

import org.jspecify.annotations.NullMarked;
