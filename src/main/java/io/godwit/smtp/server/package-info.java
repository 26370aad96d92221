/** The SMTP server: connections, commands and received messages, decided about by a handler. */
@NullMarked
package io.godwit.smtp.server;

import org.jspecify.annotations.NullMarked;
