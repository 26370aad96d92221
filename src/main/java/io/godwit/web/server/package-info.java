/**
 * The HTTP server: connections and their deadlines, the request pipeline, the router, responses, and the routes for health
 * and metrics.
 */
@NullMarked
package io.godwit.web.server;

import org.jspecify.annotations.NullMarked;
