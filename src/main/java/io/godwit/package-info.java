/**
 * The front door: {@link io.godwit.Main} reads the settings and starts the server, {@code Server} wires the features, one
 * line each, and stops them in the reverse order.
 *
 * <p>A start takes the same path after a clean stop, a crash and an empty directory: nothing asks how the last run ended.
 * Event loops are as many as cores, because requests, batches and mail pass work to each other all the time, and every
 * further thread only wakes the others.
 */
@NullMarked
package io.godwit;

import org.jspecify.annotations.NullMarked;
