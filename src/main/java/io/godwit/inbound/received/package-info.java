/** Received emails: how they are filed in the email log, their details and their files. */
@NullMarked
package io.godwit.inbound.received;

import org.jspecify.annotations.NullMarked;
