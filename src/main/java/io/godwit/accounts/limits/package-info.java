/** Limits on attempts in a window of time, counted in the database before what they limit is done, so that all nodes count together. */
@NullMarked
package io.godwit.accounts.limits;

import org.jspecify.annotations.NullMarked;
