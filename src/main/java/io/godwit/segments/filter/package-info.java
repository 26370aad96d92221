/**
 * The filter language: reading, writing and checking of filters, their conditions and fields, their SQL, and their evaluation in
 * memory.
 */
@NullMarked
package io.godwit.segments.filter;

import org.jspecify.annotations.NullMarked;
