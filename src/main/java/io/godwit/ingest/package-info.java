/**
 * {@code POST /v1/track}, and the batcher that commits tracks and sends in groups.
 *
 * <p>All calls for one contact that reach this node go to the same {@code CallBatcher}, an event loop's own, so they are
 * written in the order they arrived. A batch holds the calls that gathered while the last transaction ran: no timer, so a
 * single call does not wait for others and many calls share a commit. A transaction is two rounds of pipelined statements: the
 * first inserts missing contacts, locks the others and finds out which events something reacts to, then {@code BatchDecider}
 * decides about all calls in memory, then the second round writes and commits. Only then are the calls answered.
 *
 * <p><b>Isolation of projects.</b> Requests that PostgreSQL could refuse are refused by validation. A call whose contact is
 * locked by another transaction goes to a slow queue with a connection of its own; so do the calls of a project of which a call
 * failed within the last minute. Later calls of a contact that has a call there follow it, so that they are written in their
 * order. A batch that fails is halved until the call that cannot be written is alone.
 *
 * <p><b>A commit whose answer was lost</b> is looked up on another connection by an id it would have written
 * ({@code CommitVerifier}), for two seconds; then the caller is told to retry.
 *
 * <p>One batcher for two cores, not one a core: while its transaction runs on one core, the other takes requests, and longer
 * batches cost PostgreSQL a quarter less for each call (measured 2026-11-21, 62 calls a batch against 32).
 */
@NullMarked
package io.godwit.ingest;

import org.jspecify.annotations.NullMarked;
