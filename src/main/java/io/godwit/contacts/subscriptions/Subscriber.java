package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.EmailAddress;

/** The data of a contact that subscription pages show. */
record Subscriber(EmailAddress email, boolean subscribed, String project, Translations language) {}
