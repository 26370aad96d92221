/**
 * The OpenAPI document: schemas of requests and answers read from the records and readers that serve them, the texts beside them,
 * and the page that shows the document.
 */
@NullMarked
package io.godwit.web.openapi;

import org.jspecify.annotations.NullMarked;
