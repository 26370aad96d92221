package io.godwit.live;

import java.time.Duration;

/**
 * The settings of live streams.
 *
 * @param streams open at once on this node
 * @param perUser open at once on this node for one user, or for the keys of one project
 * @param check the time after which the rights of a stream's user are looked up again
 */
public record LiveSettings(int streams, int perUser, Duration check) {}
