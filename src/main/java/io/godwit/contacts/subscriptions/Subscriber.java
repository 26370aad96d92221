package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.EmailAddress;

/** A contact as the subscription pages know it. */
record Subscriber(EmailAddress email, boolean subscribed, String project, Translations language) {}
