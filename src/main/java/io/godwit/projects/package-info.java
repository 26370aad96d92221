/**
 * Projects, their API keys and their members; resolves a key or a member to a {@link io.godwit.core.Tenant}.
 *
 * <p>Every request brings a key, so a look-up must cost nothing, and a replaced key must be refused by every node when the
 * rotation answers. One number ensures both, {@code installation.keys_version}, which every rotation and disabling raises.
 * A cached entry carries the number it was read under, and is used only while that is still the newest one this node knows
 * and was read less than two seconds ago. Each node reads the number once a second, so at rest a look-up costs no query; a
 * node that was cut off or paused uses no cached entry. A rotation publishes a message to all nodes, and answers when each
 * has confirmed that it evicted its entries, or after the two seconds in which they expire anyway: a lost message costs
 * time and nothing else.
 *
 * <p>Members are few and click seldom: a membership is read with every request, so a role that was taken away is void with
 * the next one. The role a route requires is declared with the route, and a test goes through all of them.
 *
 * <p>A project that is reset or deleted is disabled first: from the answer on nothing is written to it and no email of it
 * is sent. Its rows are deleted afterwards, some thousands in a transaction, from every table that has a {@code
 * project_id}; the tables are read from the catalogue of the database, so that a new table is included.
 *
 * <p>Keys that are not cached are looked up in batches, one query at a time, so that a flood of made-up keys does not
 * overload the database.
 */
@NullMarked
package io.godwit.projects;

import org.jspecify.annotations.NullMarked;
