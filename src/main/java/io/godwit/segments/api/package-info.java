/** The HTTP routes of segments and their members, with requests, responses and explanations. */
@NullMarked
package io.godwit.segments.api;

import org.jspecify.annotations.NullMarked;
