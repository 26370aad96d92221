/**
 * Compares two versions of the jar from outside: both get the same list of requests, and their answers are held against each other.
 *
 * <p>The requests are in {@code compare/requests.txt}; {@link io.godwit.compare.RequestVariants} derives wrong ones from them. The
 * differences that are intended are in {@code compare/intended-changes.tsv}, each with its reason.
 */
package io.godwit.compare;
