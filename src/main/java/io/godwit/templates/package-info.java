/**
 * Stored templates and the rendering language.
 */
@NullMarked
package io.godwit.templates;

import org.jspecify.annotations.NullMarked;
