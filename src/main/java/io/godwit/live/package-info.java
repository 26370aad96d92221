/**
 * The live stream: tells an open page within two seconds that something it shows has changed.
 *
 * <p>A change is noted with the transaction that makes it ({@link io.godwit.db.ChangeCollector}) and published after the commit, together
 * with the others of the moment ({@link io.godwit.bus.ChangePublisher}). {@link io.godwit.live.LiveStreamRegistry} of every node passes
 * it on to the clients that follow the project. A change may be lost, as any message on the bus: pages read again what they show
 * when they reconnect, when they are told to, and every minute.
 *
 * <p>What a page shows is doubtful when the database does not answer ({@link io.godwit.db.DatabaseAvailability#condition}), which a
 * stream tells within two seconds, and when the stream itself is silent: it brings something, a beat at least, every second.
 */
@NullMarked
package io.godwit.live;

import org.jspecify.annotations.NullMarked;
