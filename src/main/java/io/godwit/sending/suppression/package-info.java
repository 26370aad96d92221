/** The suppression list: addresses that must not be emailed, its routes, and its import and export as CSV. */
@NullMarked
package io.godwit.sending.suppression;

import org.jspecify.annotations.NullMarked;
