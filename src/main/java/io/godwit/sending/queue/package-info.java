/**
 * The outbox as a leased queue: claims, leases, lanes, rate limits and retries, with the settings and metrics of sending.
 */
@NullMarked
package io.godwit.sending.queue;

import org.jspecify.annotations.NullMarked;
