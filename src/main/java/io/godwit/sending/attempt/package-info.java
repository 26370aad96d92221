/** One attempt to send an email: the claimed row, the facts that decide whether it may be sent, and the outcome. */
@NullMarked
package io.godwit.sending.attempt;

import org.jspecify.annotations.NullMarked;
