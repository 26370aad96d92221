/**
 * The typed event bus: {@link io.godwit.bus.Notice} is news for any number of listeners, {@link io.godwit.bus.Command} a
 * question one verticle answers. The only package that sees Vert.x's event bus.
 *
 * <p>The bus carries news, the tables carry truth: every hand-over that matters is a row first, and everything still works,
 * a poll later, when every message is lost. Inside a node messages travel by reference; between nodes as JSON, and unknown
 * members are ignored, so that nodes of two versions understand each other.
 */
@NullMarked
package io.godwit.bus;

import org.jspecify.annotations.NullMarked;
