/**
 * The OpenAPI document: schemas of requests and answers read from the records and readers that serve them, the texts beside them,
 * and the routes that serve the document, as a Postman collection as well. The pages that show it are in the dashboard.
 */
@NullMarked
package io.godwit.web.openapi;

import org.jspecify.annotations.NullMarked;
