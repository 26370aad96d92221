/** Callers that put load on a node over HTTP, and what they were answered. */
package io.godwit.kit.load;
