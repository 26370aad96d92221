/** Several relays in an order: emails go to the first that takes them, and to the next only when nothing can have been accepted. */
@NullMarked
package io.godwit.delivery.relay;

import org.jspecify.annotations.NullMarked;
