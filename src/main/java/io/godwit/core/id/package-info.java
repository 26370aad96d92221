/** The ids of stored things, each a type of its own around a UUID, and the generator of UUIDv7. */
@NullMarked
package io.godwit.core.id;

import org.jspecify.annotations.NullMarked;
