/** The built-in mail catcher: an SMTP sink that keeps messages in a folder, and its web page. */
@NullMarked
package io.godwit.smtp.catcher;

import org.jspecify.annotations.NullMarked;
