/**
 * Traffic shaping: the connections, the rate and the emails per connection that one egress source may use at one site, by rules
 * of a file and by the replies of the site.
 *
 * <p>{@link io.godwit.delivery.shaping.TrafficShaper} decides and has no clock, no socket and no row: every method takes the
 * time, so that a simulation runs a day in a second. {@link io.godwit.delivery.shaping.ShapingStateStore} keeps the learned
 * state over a restart.
 */
@NullMarked
package io.godwit.delivery.shaping;

import org.jspecify.annotations.NullMarked;
