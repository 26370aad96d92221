/** The log of the process: its lines as flat JSON objects, which collectors read without a mapping, or as text for people. */
@NullMarked
package io.godwit.logging;

import org.jspecify.annotations.NullMarked;
