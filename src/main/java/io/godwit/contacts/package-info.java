/**
 * Contacts and their custom fields. The merge rules of {@code data} stand here once, for every way in.
 */
@NullMarked
package io.godwit.contacts;

import org.jspecify.annotations.NullMarked;
