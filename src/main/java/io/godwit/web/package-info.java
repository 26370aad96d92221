/**
 * The HTTP API of the server: one route table ({@link io.godwit.web.RouteTable}) from which the router, the tests and the
 * documents are made, bodies parsed once into records ({@link io.godwit.web.JsonBody} collects every mistake), answers and errors
 * written in one place.
 *
 * <p>A feature's {@code …Routes} declares its routes and turns a {@link io.godwit.web.ApiRequest} into an
 * {@link io.godwit.web.ApiResponse}; keys, limits, idempotency, request ids and errors happen here and are the same everywhere.
 * {@code RequestPipeline} is the order in which that happens: path, method, key, limit, and only then the body, which is read
 * against a budget of the node and, when it is large, parsed on a worker.
 *
 * <p>vertx-web knows paths and parameters; its body handler is not used, because it has one limit for all routes, buffers before
 * the key is known, and parses on the event loop.
 */
@NullMarked
package io.godwit.web;

import org.jspecify.annotations.NullMarked;
