/**
 * The outbox as a leased queue: claims, leases, lanes, rate limits and retries, with the settings and metrics of sending, and the journal
 * of final dots, by which a restarted node knows which emails of its former leases are in doubt.
 */
@NullMarked
package io.godwit.sending.queue;

import org.jspecify.annotations.NullMarked;
