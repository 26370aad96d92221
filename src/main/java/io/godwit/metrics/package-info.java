/** Metrics of the process, its JVM and its event loops, and the help texts of all metrics. A feature's own are registered by the feature. */
@NullMarked
package io.godwit.metrics;

import org.jspecify.annotations.NullMarked;
