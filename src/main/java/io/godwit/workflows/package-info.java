/**
 * Workflows: what an editor draws, what runs, and the engine that carries contacts through it.
 *
 * <p>A {@link io.godwit.workflows.Step} only decides; it never reads or writes. The engine loads what decisions need for some
 * hundred executions at once, lets them decide one step after the other until each rests or ends, and writes everything in one
 * transaction, so an execution is always at exactly one place and everything it did up to there has happened once.
 */
@NullMarked
package io.godwit.workflows;

import org.jspecify.annotations.NullMarked;
