/** Workflows that start by schedule: when they fire, and the runs that enrol their contacts. */
@NullMarked
package io.godwit.workflows.schedule;

import org.jspecify.annotations.NullMarked;
