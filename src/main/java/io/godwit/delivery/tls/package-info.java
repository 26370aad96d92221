/**
 * Decides how connections to mail hosts are encrypted, by DANE (RFC 7672), MTA-STS (RFC 8461) or opportunistically (RFC 3207,
 * 7435), and reports the sessions to the domains that ask for it (RFC 8460).
 *
 * <p>The transport asks {@link io.godwit.delivery.tls.TlsPolicyResolver} before it connects, and tells {@link
 * io.godwit.delivery.tls.TlsSessionRecorder} how the session went. DANE goes first where a host has TLSA records, then MTA-STS;
 * a domain with neither is encrypted when its host offers it. The certificate is checked inside the handshake, so nothing about
 * an email is said to a host with a wrong one.
 */
@NullMarked
package io.godwit.delivery.tls;

import org.jspecify.annotations.NullMarked;
