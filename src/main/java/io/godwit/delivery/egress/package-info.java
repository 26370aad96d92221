/**
 * The addresses email leaves from. One node at a time sends from an egress source, by a lease in the table {@code egress_sources};
 * so connections are counted and rates are learned in its memory. A {@link io.godwit.delivery.egress.ConnectionPool} leases a
 * connection for each email and keeps it open for the next. Where all are in use and the host takes groups of commands, an email goes
 * behind others: its envelope with the content of the one before, in one write.
 */
@NullMarked
package io.godwit.delivery.egress;

import org.jspecify.annotations.NullMarked;
