/**
 * Sending domains: verification by DNS, DKIM keys, return paths and link hosts.
 *
 * <p>A domain belongs to one project by its exact name; two projects may have the same one, each with its own key and
 * selector, so that neither's proof is the other's. Every send call and every email reads them, so verified domains and
 * their parsed keys are cached for a few seconds; a message evicts them at once, and a lost message costs those seconds.
 *
 * <p>The proof is the key itself: a project that can publish it may send. {@link io.godwit.domains.DomainChecker} checks
 * each domain once in five minutes (a setting) over all nodes (by a claim of its row, with a lease), and on request. A look-up without
 * an answer changes nothing; only the third answer in a row, some minutes apart, that the key is not there ends a
 * verification, because sending stops with it. All times are the database's. A key is replaced by publishing the next one
 * beside it: emails are signed with the next key from the check that finds it.
 *
 * <p>All nodes together check twenty domains at a time, each with one look-up in progress: the places are rows of {@code
 * domain_check_slots}, so that nodes that are not connected do not overload the resolvers together.
 *
 * <p>The record for links proves nothing, so its last result applies at once: the domain's emails get links on its own
 * host, or lose them. Links in sent emails carry tokens that are valid under any host, so neither change breaks them.
 */
@NullMarked
package io.godwit.domains;

import org.jspecify.annotations.NullMarked;
