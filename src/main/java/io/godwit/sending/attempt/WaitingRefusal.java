package io.godwit.sending.attempt;

import java.time.Instant;

/**
 * A permanent refusal that ends its email after a pause, unless many other recipients got the same refusal meanwhile.
 *
 * @param pattern the refusal without digits and addresses
 * @param since when the mail server refused, by the clock of the node that sent
 * @param outcome the end of the email
 */
public record WaitingRefusal(String pattern, Instant since, AttemptOutcome outcome) {}
