package io.godwit.sending.attempt;

import io.godwit.smtp.SmtpEvidence;
import java.util.Optional;

/**
 * The dialogue of an attempt with a mail host or a relay.
 *
 * @param source the name of the egress source; empty for an attempt by the relay
 */
public record AttemptEvidence(Optional<String> source, SmtpEvidence dialogue) {}
