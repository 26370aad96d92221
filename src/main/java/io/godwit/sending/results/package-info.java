/** The results of attempts: the journal of accepted messages, the classification of SMTP replies, and the grouped writes to the tables. */
@NullMarked
package io.godwit.sending.results;

import org.jspecify.annotations.NullMarked;
