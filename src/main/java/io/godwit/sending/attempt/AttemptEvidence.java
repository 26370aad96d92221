package io.godwit.sending.attempt;

import io.godwit.smtp.SmtpEvidence;
import java.util.Optional;

/**
 * The record of an attempt: of each that went straight to a mail host, and of one by the relay that failed.
 *
 * @param source the name of the egress source; empty for an attempt by the relay
 */
public record AttemptEvidence(Optional<String> source, SmtpEvidence dialogue) {}
