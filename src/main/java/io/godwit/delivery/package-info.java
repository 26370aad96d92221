/**
 * Delivers emails to other mail systems: straight to the mail hosts of their recipients, or through one of several relays.
 *
 * <p>An email that goes straight to a mail host takes these steps, which {@link io.godwit.delivery.DirectDelivery} joins: {@code
 * routing} finds the hosts of its domain, {@link io.godwit.delivery.SourceSelector} chooses the egress source it leaves from,
 * {@code shaping} says whether it may start now, {@code tls} which encryption it needs, and {@code egress} leases it a connection.
 * {@code relay} passes emails to the first of several relays that takes them, {@code simulator} plays the mail hosts of a reserved
 * domain, and {@code check} looks at this installation as other mail systems do.
 */
@NullMarked
package io.godwit.delivery;

import org.jspecify.annotations.NullMarked;
