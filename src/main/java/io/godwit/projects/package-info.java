/**
 * Projects, their API keys and their members; turns a key or a member into a {@link io.godwit.core.Tenant}.
 *
 * <p>Every request brings a key, so looking one up must cost nothing, and a replaced key must be dead on every node when the
 * rotation answers. Both hold by one number, {@code installation.keys_version}, which every rotation and disabling raises.
 * What is cached is tagged with the number it was read under, and is used only while that is still the newest one this node
 * knows and was read less than two seconds ago. Each node reads the number once a second, so at rest a look-up costs no query;
 * a node that was cut off or paused trusts nothing. A rotation tells all nodes by a notice, and answers when each has said
 * that it forgot, or after the two seconds in which their trust runs out anyway: a lost notice costs time and nothing else.
 *
 * <p>Members are few and click seldom: what one may do is read with every request, so a role that was taken is gone with the
 * next one. What a role may do is not decided here but declared with each route, and a test goes through all of them.
 *
 * <p>A project that is emptied or deleted is closed first, like one that is disabled: nothing is written to it and no mail of it
 * goes out from the moment that is answered. Its rows go afterwards, some thousands in a transaction, from every table that has
 * a {@code project_id}; the catalogue of the database names them, so that no later table is forgotten.
 *
 * <p>What is not cached is looked up in batches, one query at a time, so that a flood of made-up keys cannot hammer the
 * database.
 */
@NullMarked
package io.godwit.projects;

import org.jspecify.annotations.NullMarked;
