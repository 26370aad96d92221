/**
 * The state of the whole installation, for those who run it: nodes, queues, the mail server, the database, settings.
 *
 * <p>Every node writes its own state into the table {@code nodes} some times a minute, so that any node can answer for all;
 * the queues are counted in their tables. Nothing here is needed for the work of a node.
 */
@NullMarked
package io.godwit.system;

import org.jspecify.annotations.NullMarked;
