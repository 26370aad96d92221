/**
 * The search over all kinds of things of a project: a few hits of each kind for what a person types or pastes.
 *
 * <p>It is asked at every key, so it answers from what the indexes hold: the first letters of an address at any size of a
 * project, another part of it among the newest contacts, names among all.
 */
@NullMarked
package io.godwit.search;

import org.jspecify.annotations.NullMarked;
