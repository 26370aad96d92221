/**
 * Mail servers of others that run as processes of a test: Postfix and Exim from Debian's packages, each with its settings, queue and
 * mailboxes in one directory, on loopback addresses and ports of their own. They start only as root.
 */
package io.godwit.kit.mta;
