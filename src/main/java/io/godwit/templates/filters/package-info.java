/**
 * The filters of the template language: functions of values that know nothing of templates. The names and the results are those
 * of Shopify's Liquid. All of them take time and memory in proportion to what they are given and charge it to the
 * {@link io.godwit.templates.filters.RenderBudget} of the rendering; numbers have a bounded length; nothing reaches a Java object
 * other than JSON values.
 */
@NullMarked
package io.godwit.templates.filters;

import org.jspecify.annotations.NullMarked;
