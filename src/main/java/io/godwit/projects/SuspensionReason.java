package io.godwit.projects;

/**
 * The codes of the reasons for which a project is suspended, as {@code suspensions.reason} and {@code projects.disabled_reason} hold
 * them. {@code projects.disabled_reason} may also be {@code WIPING}, while the project is being reset: that is no suspension, so it has
 * no code here, and {@code suspensions} has no row for it. Both columns may have another word that an operator wrote; so what is read
 * stays a text, and decisions compare it with a code.
 */
public enum SuspensionReason {
    /** An invoice was not paid. */
    PAYMENT_FAILED,
    /** Bounces or complaints were too many. */
    EMAIL_REPUTATION,
    /** Emails of the project imitate somebody else. */
    PHISHING_DETECTED,
    /** An operator decided it. */
    MANUAL
}
