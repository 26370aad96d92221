/** The settings of a node: their sources (the page in the jar, a file, the environment), their typed and checked records, and the keys an installation is set up with. */
@NullMarked
package io.godwit.config;

import org.jspecify.annotations.NullMarked;
