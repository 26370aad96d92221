/** The ways mail comes in: an SMTP listener and a polled mailbox, the limits on both, and the parsing of what arrived. */
@NullMarked
package io.godwit.inbound.mail;

import org.jspecify.annotations.NullMarked;
