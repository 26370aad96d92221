/**
 * The results of attempts: the journal of accepted messages, the journal of final dots, by which a restarted node knows which emails of
 * its former leases are in doubt, the classification of SMTP replies, and the grouped writes to the tables.
 */
@NullMarked
package io.godwit.sending.results;

import org.jspecify.annotations.NullMarked;
