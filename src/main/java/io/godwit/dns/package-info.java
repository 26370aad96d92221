/**
 * Questions to the domain name system with answers that keep three things apart: there is a record, there is certainly none,
 * and nobody knows. A mistake between the last two would call a good address bad whenever a name server is slow.
 *
 * <p>netty-resolver-dns carries the packets (UDP, then TCP when an answer was cut). Its own retry and cache are not used,
 * because they fold "no such record" and "no answer" into one error: {@link io.godwit.dns.DnsResolver} asks the configured servers
 * in turn, keeps answers for as long as their owners allow within bounds, asks for one name once however many wait for it,
 * and has only so many questions under way. All of it runs on one thread of its own, apart from the event loops that serve
 * requests.
 */
@NullMarked
package io.godwit.dns;

import org.jspecify.annotations.NullMarked;
