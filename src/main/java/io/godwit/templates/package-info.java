/**
 * Stored templates and the rendering language: Liquid, and beside it our own {@code {{path ?? fallback}}}, {@code {{#if}}} and
 * {@code {{#each}}}. Both are compiled to the same tree, so {@code {{x ?? y}}} and {@code {{x | default: "y"}}} are one thing.
 *
 * <p>A text is compiled once into segments and printed for each recipient. It is printed once: what a value contains is never
 * read as a placeholder, and no part of it reaches a regular expression. Values are escaped in HTML, the author's own text is not;
 * text captured from values is escaped where it is captured. Loops in loops multiply, so the length, the steps and every value of
 * a rendering are bounded. As in our own form {@code false} for a condition are null, {@code false}, 0, an empty text and an empty list; a
 * fallback stands in for null, an empty text and an empty list. Where Liquid is silent the answer is that of its Ruby
 * implementation.
 *
 * <p>A broken template is refused when it is saved, with line and column; in an inline send broken syntax stays text, because a
 * mail must not fail for a brace. No library is used for Liquid: one
 * would have a tree of its own beside ours, and none knows our form and escapes HTML.
 */
@NullMarked
package io.godwit.templates;

import org.jspecify.annotations.NullMarked;
