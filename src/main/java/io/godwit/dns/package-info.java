/**
 * DNS look-ups whose answers distinguish three cases: there is a record, there is certainly none, and no server answered.
 * Mixing up the last two would make a good address invalid whenever a name server is slow.
 *
 * <p>netty-resolver-dns carries the packets (UDP, then TCP when an answer was cut). Its own retry and cache are not used,
 * because they fold "no such record" and "no answer" into one error: {@link io.godwit.dns.DnsResolver} asks the configured
 * servers one after the other, caches answers for their time to live within bounds, asks for one name once however many
 * callers wait for it, and limits the questions in progress. All of it runs on one thread of its own, apart from the event
 * loops that serve requests.
 */
@NullMarked
package io.godwit.dns;

import org.jspecify.annotations.NullMarked;
