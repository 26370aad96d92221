/**
 * The entry point: {@link io.godwit.Main} reads the settings and starts the server, {@code Server} wires the features and
 * stops them in the reverse order.
 *
 * <p>A start takes the same path after a clean stop, a crash and with an empty directory: no code depends on how the last
 * run ended. Event loops are as many as cores, because requests, batches and emails pass work to each other all the time,
 * and more threads would only wake each other.
 */
@NullMarked
package io.godwit;

import org.jspecify.annotations.NullMarked;
