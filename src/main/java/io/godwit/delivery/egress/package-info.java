/**
 * The addresses email leaves from. One node at a time sends from an egress source, by a lease in the table {@code egress_sources};
 * so connections are counted and rates are learned in its memory. A {@link io.godwit.delivery.egress.ConnectionPool} lends one
 * connection for one email at a time and keeps it open for the next.
 */
@NullMarked
package io.godwit.delivery.egress;

import org.jspecify.annotations.NullMarked;
