/** Calls of the HTTP API for tests: the rows of a feature, the contract of each route, and one request body for every route. */
package io.godwit.kit.api;
