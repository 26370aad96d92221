/**
 * {@code POST /v1/verify}: what can be known of an address without writing to it.
 *
 * <p>Two sources, kept apart. {@link io.godwit.addresses.AddressTraits} come from the text alone and from lists the jar carries
 * (their dates, sources and licences stand in their first lines; {@code resources/addresses/refresh} renews them), so they
 * need no network and never change between two calls. {@link io.godwit.addresses.DomainReachability} comes from DNS and has three values
 * everywhere, because a silent name server is no reason to turn a person away: only a certain "no" makes an address invalid.
 * Nothing is ever connected to; a website is an address record that could be reached from outside.
 */
@NullMarked
package io.godwit.addresses;

import org.jspecify.annotations.NullMarked;
