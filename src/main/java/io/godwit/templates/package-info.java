/**
 * Stored templates and the template language: Liquid, and Godwit's own {@code {{path ?? fallback}}}, {@code {{#if}}} and
 * {@code {{#each}}}. Both are compiled to the same tree, so {@code {{x ?? y}}} and {@code {{x | default: "y"}}} are one thing.
 *
 * <p>A text is compiled once into segments and printed for each recipient. It is printed once: a value is never read as a
 * placeholder, and no part of it reaches a regular expression. Values are escaped in HTML, the author's own text is not; text
 * captured from values is escaped where it is captured. Loops in loops multiply, so the length, the steps and every value of a
 * rendering are bounded. In Godwit's own form a condition is false for null, {@code false}, 0, an empty text and an empty list; a
 * fallback replaces null, an empty text and an empty list. Where Liquid is silent the answer is that of its Ruby implementation.
 *
 * <p>A broken template is refused when it is saved, with line and column; in an inline send broken syntax stays text, because an
 * email must not fail for a brace. No library is used for Liquid: one would have a syntax tree of its own beside this one, and
 * none knows our form and escapes HTML.
 */
@NullMarked
package io.godwit.templates;

import org.jspecify.annotations.NullMarked;
