/**
 * Whether a mail comes from whom it says: SPF (RFC 7208) by jspf, DKIM (RFC 6376) by jdkim, and DMARC (RFC 7489) from both, all
 * over our own resolver. Told, not enforced at the door: what follows from it is decided where mail is filed.
 *
 * <p>It is asked when the mail is at the door, because keys and records are of that day, and with a limit: a name server that
 * is silent makes a verdict {@link io.godwit.authenticity.Mark#PROCESSING_FAILED} and keeps no mail out. The libraries block, so
 * they run on workers of their own.
 */
@NullMarked
package io.godwit.authenticity;

import org.jspecify.annotations.NullMarked;
