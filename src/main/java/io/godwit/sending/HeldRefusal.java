package io.godwit.sending;

/**
 * A permanent refusal that ends its email after a pause, unless many other recipients got the same refusal meanwhile.
 *
 * @param pattern the refusal without digits and addresses
 * @param outcome the end of the email
 */
public record HeldRefusal(String pattern, AttemptOutcome outcome) {}
