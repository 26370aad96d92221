/** The HTTP routes for single contacts and lists of contacts, with their requests, filters and queries. */
@NullMarked
package io.godwit.contacts.api;

import org.jspecify.annotations.NullMarked;
