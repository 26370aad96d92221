/** The content of emails as it is stored: texts, compressed or not, header fields, attachments, and the id that equal calls share. */
@NullMarked
package io.godwit.sending.content;

import org.jspecify.annotations.NullMarked;
