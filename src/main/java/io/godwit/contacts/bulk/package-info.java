/** Many contacts at once: import, export and bulk operations as background jobs, and their routes. */
@NullMarked
package io.godwit.contacts.bulk;

import org.jspecify.annotations.NullMarked;
