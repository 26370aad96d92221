/**
 * The search over all kinds of things of a project: a few hits of each kind for what a person types or pastes.
 *
 * <p>It is asked at every key, so it answers from what the indexes hold: the first letters of an address from the
 * index of contacts, another part of it from the address blocks, names among all.
 */
@NullMarked
package io.godwit.search;

import org.jspecify.annotations.NullMarked;
