/**
 * The event log: one row for every named thing that happened to a contact.
 */
@NullMarked
package io.godwit.events;

import org.jspecify.annotations.NullMarked;
