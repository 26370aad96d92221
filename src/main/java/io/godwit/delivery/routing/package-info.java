/**
 * Finds the mail hosts of a domain (RFC 5321 §5.1, RFC 7505) and their addresses. An address that is not public is never
 * returned unless the operator allows it: an MX record is a stranger's wish.
 */
@NullMarked
package io.godwit.delivery.routing;

import org.jspecify.annotations.NullMarked;
