package io.godwit.templates;

/** The class of a mail: it decides footer, List-Unsubscribe and subscription. */
public enum EmailClass {
    TRANSACTIONAL,
    MARKETING,
    /** Like marketing to unsubscribed contacts in campaigns and workflows, like transactional otherwise. */
    HEADLESS
}
