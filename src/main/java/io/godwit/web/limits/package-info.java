/**
 * Limits of the HTTP server: requests per project and per client address over all nodes, the memory bodies may take, and the lines
 * about keys in the security log.
 */
@NullMarked
package io.godwit.web.limits;

import org.jspecify.annotations.NullMarked;
