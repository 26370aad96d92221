/** The custom fields of a project: catalog, names, deletion, and their routes. */
@NullMarked
package io.godwit.contacts.fields;

import org.jspecify.annotations.NullMarked;
