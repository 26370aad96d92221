/** The template language: scanning, parsing and rendering of placeholders and Liquid tags. */
@NullMarked
package io.godwit.templates.engine;

import org.jspecify.annotations.NullMarked;
