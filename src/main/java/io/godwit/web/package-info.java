/**
 * The edge: one route table ({@link io.godwit.web.Api}) from which the router, the tests and the documents are made, bodies
 * parsed once into records ({@link io.godwit.web.Body} collects every mistake), answers and errors written in one place.
 *
 * <p>A feature's {@code …Routes} declares its routes and turns a {@link io.godwit.web.Call} into an
 * {@link io.godwit.web.Answer}; keys, limits, idempotency, request ids and errors happen here and are the same everywhere.
 */
@NullMarked
package io.godwit.web;

import org.jspecify.annotations.NullMarked;
