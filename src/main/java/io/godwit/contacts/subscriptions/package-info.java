/** The pages and the JSON behind unsubscribe links, and the changes a contact makes there. */
@NullMarked
package io.godwit.contacts.subscriptions;

import org.jspecify.annotations.NullMarked;
