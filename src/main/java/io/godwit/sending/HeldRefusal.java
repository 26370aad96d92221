package io.godwit.sending;

/**
 * A permanent refusal the email will end by, unless it turns out that many others got the same one.
 *
 * @param pattern the refusal without digits and addresses
 * @param verdict how the email ends
 */
public record HeldRefusal(String pattern, AttemptOutcome verdict) {}
