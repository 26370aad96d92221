/**
 * Types all packages share: callers ({@link io.godwit.core.Tenant}), failures ({@link io.godwit.core.Failure}), ids, addresses,
 * and the {@link io.godwit.core.PollLoop} every background worker runs on.
 *
 * <p>No HTTP, no SQL, no settings: a type belongs here only when at least two feature packages need it.
 */
@NullMarked
package io.godwit.core;

import org.jspecify.annotations.NullMarked;
