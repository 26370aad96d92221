/** Request and response bodies: JSON reading and writing, multipart forms, media types and query strings. */
@NullMarked
package io.godwit.web.body;

import org.jspecify.annotations.NullMarked;
