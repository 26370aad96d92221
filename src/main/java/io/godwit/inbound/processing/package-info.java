/** The processing of delivery reports: the inbox of raw reports, the matching with emails, and the effects on emails, contacts and suppressions. */
@NullMarked
package io.godwit.inbound.processing;

import org.jspecify.annotations.NullMarked;
