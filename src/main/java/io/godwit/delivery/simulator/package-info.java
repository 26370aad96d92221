/**
 * The delivery simulator: addresses of a reserved domain whose emails bounce, are deferred, opened or complained about without
 * leaving the machine.
 */
@NullMarked
package io.godwit.delivery.simulator;

import org.jspecify.annotations.NullMarked;
