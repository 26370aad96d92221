/** Checks whether other mail systems will take this installation's mail, with what to do about each finding. */
@NullMarked
package io.godwit.delivery.check;

import org.jspecify.annotations.NullMarked;
