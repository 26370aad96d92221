/** The execution engine: claimed timers, batches of executions advanced in one transaction, and the events and calls that resume them. */
@NullMarked
package io.godwit.workflows.engine;

import org.jspecify.annotations.NullMarked;
