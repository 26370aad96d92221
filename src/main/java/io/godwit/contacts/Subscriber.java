package io.godwit.contacts;

import io.godwit.core.EmailAddress;

/** A contact as the subscription pages know it. */
record Subscriber(EmailAddress email, boolean subscribed, String project, Language language) {}
