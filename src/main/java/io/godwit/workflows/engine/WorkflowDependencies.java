package io.godwit.workflows.engine;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.segments.SegmentService;
import io.godwit.sending.Outbox;
import io.godwit.templates.SenderVerifier;
import io.godwit.templates.TemplateCache;
import io.godwit.traces.Tracer;
import io.godwit.webhooks.WebhookQueue;

/** Dependencies of the workflow engine. */
public record WorkflowDependencies(
        Database database,
        Bus bus,
        ContactBatchWriter contacts,
        EventAppender events,
        Outbox outbox,
        TemplateCache templates,
        SegmentService segments,
        SenderVerifier senders,
        WebhookQueue webhooks,
        Crypto crypto,
        Quota quota,
        Tracer tracer) {}
