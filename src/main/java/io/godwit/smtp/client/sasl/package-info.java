/** The mechanisms of AUTH: what the client says to each challenge of the server (RFC 4422, RFC 4954). */
@NullMarked
package io.godwit.smtp.client.sasl;

import org.jspecify.annotations.NullMarked;
