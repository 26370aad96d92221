/** The settings of inbound mail and of delivery reports. */
@NullMarked
package io.godwit.inbound.settings;

import org.jspecify.annotations.NullMarked;
