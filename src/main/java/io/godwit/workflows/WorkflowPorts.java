package io.godwit.workflows;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.Contacts;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.segments.Segments;
import io.godwit.sending.Outbox;
import io.godwit.templates.SenderCheck;
import io.godwit.templates.Templates;
import io.godwit.webhooks.Webhooks;

/** What the engine works with. */
public record WorkflowPorts(
        Database database,
        Bus bus,
        Contacts contacts,
        Events events,
        Outbox outbox,
        Templates templates,
        Segments segments,
        SenderCheck senders,
        Webhooks webhooks,
        Vault vault,
        Quota quota) {}
