/** The authentication of received mail: SPF, DKIM and DMARC, and their results (RFC 8601). */
@NullMarked
package io.godwit.mailauth;

import org.jspecify.annotations.NullMarked;
