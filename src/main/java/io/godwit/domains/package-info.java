/**
 * Sending domains and their DKIM keys: who may send from where, and what signs for it.
 *
 * <p>A domain belongs to one project by its exact name; two projects may have the same one, each with its own key and
 * selector, so that neither's proof is the other's. Every send and every mail asks, so verified domains and their parsed keys
 * are remembered for a few seconds; a notice ends that at once, and a lost notice costs those seconds.
 *
 * <p>The proof is the key itself: whoever can publish it may send. {@link io.godwit.domains.DomainChecker} looks each domain up once
 * in five minutes over all nodes (a claim of its row, with a lease), and whenever somebody asks. An answer nobody gave changes
 * nothing; only the third answer in a row, some minutes apart, that the key is not there takes a verification away, because
 * sending stops with it. All times are the database's. A key is replaced by publishing its successor beside it: mail is signed
 * with it from the check that finds it.
 *
 * <p>All nodes together check twenty domains at a time, each with one question under way: the places to check in are rows
 * ({@code domain_check_places}), so that nodes that know nothing of each other cannot flood who answers.
 *
 * <p>The record for links proves nothing, so it is believed as it was found last: it gives a domain's mail its own host, and
 * takes it away. Mail that is out carries tokens that hold under any host, so neither harms it.
 */
@NullMarked
package io.godwit.domains;

import org.jspecify.annotations.NullMarked;
