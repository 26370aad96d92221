/** The front door: {@link io.godwit.Main} reads the settings and starts the server, which wires the features. */
@NullMarked
package io.godwit;

import org.jspecify.annotations.NullMarked;
