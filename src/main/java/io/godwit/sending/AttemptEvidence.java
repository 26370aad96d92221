package io.godwit.sending;

import io.godwit.smtp.SmtpEvidence;

/**
 * The record of an attempt that went straight to a mail host.
 *
 * @param source the name of the egress source
 */
public record AttemptEvidence(String source, SmtpEvidence dialogue) {}
