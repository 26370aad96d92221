package io.godwit.templates;

/** The class of an email; it decides about footer, List-Unsubscribe and the need of a subscription. */
public enum EmailClass {
    TRANSACTIONAL,
    MARKETING,
    /** Like marketing to unsubscribed contacts in campaigns and workflows, like transactional otherwise. */
    HEADLESS
}
