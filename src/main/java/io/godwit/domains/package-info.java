/**
 * Sending domains and their DKIM keys: who may send from where, and what signs for it.
 *
 * <p>A domain belongs to one project by its exact name; two projects may have the same one, each with its own key and
 * selector, so that neither's proof is the other's. Every send and every mail asks, so verified domains and their parsed keys
 * are remembered for a few seconds; a notice ends that at once, and a lost notice costs those seconds.
 */
@NullMarked
package io.godwit.domains;

import org.jspecify.annotations.NullMarked;
