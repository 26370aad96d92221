/**
 * Stored templates and the rendering language: {@code {{path ?? fallback}}}, {@code {{#if}}}, {@code {{#each}}}.
 *
 * <p>A text is compiled once into segments and printed for each recipient. It is printed once: what a value contains is never
 * read as a placeholder, and no part of it reaches a regular expression. Loops in loops multiply, so both the length and the
 * steps of a rendering are bounded. A broken template is refused when it is saved, with line and column; in an inline send
 * broken syntax stays text, because a mail must not fail for a brace.
 */
@NullMarked
package io.godwit.templates;

import org.jspecify.annotations.NullMarked;
