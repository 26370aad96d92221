/**
 * {@code POST /v1/verify}: verifies an address without sending to it.
 *
 * <p>Two sources, kept apart. {@link io.godwit.addresses.AddressTraits} come from the text alone and from lists in the jar
 * (with their dates, sources and licences in their first lines; {@code resources/addresses/refresh} renews them), so they
 * need no network and never change between two calls. {@link io.godwit.addresses.DomainReachability} comes from DNS and has
 * three values everywhere, because a name server that does not answer is no reason to reject an address: only a certain
 * "no" makes it invalid. No connection is ever opened; a website is an address record with a public address.
 */
@NullMarked
package io.godwit.addresses;

import org.jspecify.annotations.NullMarked;
