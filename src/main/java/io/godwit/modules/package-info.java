/** The wiring of a node: one module per feature that makes its parts, mounts its routes and starts its background work. */
@NullMarked
package io.godwit.modules;

import org.jspecify.annotations.NullMarked;
