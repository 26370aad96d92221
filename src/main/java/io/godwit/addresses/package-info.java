/**
 * {@code POST /v1/verify}: what can be known of an address without writing to it.
 */
@NullMarked
package io.godwit.addresses;

import org.jspecify.annotations.NullMarked;
