/**
 * Reports about the encryption of sessions (RFC 8460): counts sessions with mail hosts, sends a report for each day to the domains
 * that ask for one, and keeps the reports that others send about mail to us.
 */
@NullMarked
package io.godwit.delivery.tls.report;

import org.jspecify.annotations.NullMarked;
