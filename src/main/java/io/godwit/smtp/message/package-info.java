/** Messages (RFC 5322, MIME): building, encoding, DKIM signing and parsing. */
@NullMarked
package io.godwit.smtp.message;

import org.jspecify.annotations.NullMarked;
