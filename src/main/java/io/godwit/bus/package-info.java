/**
 * The typed event bus: {@link io.godwit.bus.Topic} is an address for any number of subscribers,
 * {@link io.godwit.bus.RequestAddress} one that a single verticle handles. The only package that sees Vert.x's event bus.
 *
 * <p>Messages only wake; the tables hold the state: every hand-over that matters is a row first, and everything still works, a
 * poll later, when every message is lost. Inside a node messages travel by reference; between nodes as JSON, and unknown members
 * are ignored, so that nodes of two versions understand each other. The wire names no class: only the receiver knows the type it
 * expects, so no message can make another. An error keeps its type: inside a node it is the object that was thrown, between
 * nodes a {@link io.godwit.core.Failure} arrives whole.
 *
 * <p>{@link io.godwit.bus.Cluster} makes the node's Vertx. Hazelcast holds the members and the subscriptions, and nothing else
 * of ours. Its connections are encrypted inside its own channels, through the hooks its paid edition uses
 * ({@link io.godwit.bus.MemberTls}). A TLS tunnel beside it would need an address for each member that differs from node to node,
 * and members tell each other one address for each.
 */
@NullMarked
package io.godwit.bus;

import org.jspecify.annotations.NullMarked;
