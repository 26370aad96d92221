/**
 * The typed event bus: {@link io.godwit.bus.Topic} is news for any number of listeners, {@link io.godwit.bus.RequestAddress} a
 * question one verticle answers. The only package that sees Vert.x's event bus.
 *
 * <p>The bus carries news, the tables carry truth: every hand-over that matters is a row first, and everything still works,
 * a poll later, when every message is lost. Inside a node messages travel by reference; between nodes as JSON, and unknown
 * members are ignored, so that nodes of two versions understand each other. The wire names no class: only the receiver knows
 * the type it expects, so no message can make another. An error keeps its type: inside a node it is the object that was thrown,
 * between nodes a {@link io.godwit.core.Failure} arrives whole.
 *
 * <p>{@link io.godwit.bus.Cluster} makes the node's Vertx. Hazelcast knows who is there and who listens, and nothing else of
 * ours is kept in it.
 */
@NullMarked
package io.godwit.bus;

import org.jspecify.annotations.NullMarked;
