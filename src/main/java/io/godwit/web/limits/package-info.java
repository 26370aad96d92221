/** Limits of the HTTP server: requests per project and per client address over all nodes, and the memory bodies may take. */
@NullMarked
package io.godwit.web.limits;

import org.jspecify.annotations.NullMarked;
