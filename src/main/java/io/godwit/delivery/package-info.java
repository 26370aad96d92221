/**
 * Delivers email straight to the mail hosts of its recipients, without a relay. The way of an email: {@code routing} finds the
 * hosts, {@code egress} chooses the source it leaves from and lends a connection.
 */
@NullMarked
package io.godwit.delivery;

import org.jspecify.annotations.NullMarked;
