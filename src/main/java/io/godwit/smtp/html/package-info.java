/** The HTML of messages: a tag scanner, the rewriting of links, and the conversion to plain text. */
@NullMarked
package io.godwit.smtp.html;

import org.jspecify.annotations.NullMarked;
