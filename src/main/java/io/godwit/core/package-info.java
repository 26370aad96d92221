/**
 * Words everybody uses: who calls ({@link io.godwit.core.Tenant}), what went wrong ({@link io.godwit.core.Failure}), ids,
 * addresses, and the {@link io.godwit.core.PollLoop} every background worker runs on.
 *
 * <p>No HTTP, no SQL, no settings: a type belongs here only when at least two rooms of the floor above need the word.
 */
@NullMarked
package io.godwit.core;

import org.jspecify.annotations.NullMarked;
