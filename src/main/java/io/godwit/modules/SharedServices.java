package io.godwit.modules;

import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactDeletionListener;
import io.godwit.contacts.ContactWriter;
import io.godwit.domains.SenderDomainService;
import io.godwit.events.EventAppender;
import io.godwit.projects.ProjectService;
import io.godwit.reputation.ReputationService;
import io.godwit.segments.SegmentService;
import io.godwit.sending.Outbox;
import io.godwit.sending.content.ContentCompressor;
import io.godwit.system.SchemaFloor;
import io.godwit.systemmail.SystemMailSender;
import io.godwit.templates.TemplateCache;
import io.godwit.web.idempotency.IdempotencyService;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.lists.CursorCodec;
import io.godwit.webhooks.WebhookQueue;
import io.godwit.workflows.WorkflowHook;
import io.godwit.workflows.engine.ExecutionTerminator;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/** The services that several modules use, one instance each per node, so that no module has to wait for a later one. */
public final class SharedServices {

    /** The threads that decode attachments and compress large contents; each holds one decoded call of up to 40 MB. */
    private static final int ATTACHMENT_WORKERS = 2;

    private final ProjectService projects;
    private final SenderDomainService domains;
    private final SystemMailSender mail;
    private final EventAppender events;
    private final ContactBatchWriter contacts;
    private final ContactWriter contactWriter;
    private final SegmentService segments;
    private final TemplateCache templates;
    private final WebhookQueue webhooks;
    private final UsageLookup usages;
    private final IdempotencyService idempotencyKeys = new IdempotencyService();
    private final IdempotentHandler idempotency;
    private final CursorCodec cursors;
    private final WorkerExecutor attachmentWorkers;
    private final SchemaFloor floor;
    private final Outbox outbox = new Outbox();
    private final ContentCompressor compressor;
    private final ProjectRequestLimiter requests;

    /** Blocks; fails with a sentence for the operator when the data was written with other keys. */
    public SharedServices(NodeContext node) {
        var vertx = node.vertx();
        var database = node.database();
        var bus = node.bus();
        var crypto = node.crypto();
        var settings = node.settings();
        this.projects = ProjectService.start(vertx, database, bus, crypto).await();
        this.domains = new SenderDomainService(vertx, database, bus, crypto, settings.domains());
        this.mail = new SystemMailSender(
                database,
                bus,
                domains,
                settings.systemSender(),
                settings.accounts().verify());
        this.events = new EventAppender(ReputationService.watching(new WorkflowHook(vertx, bus)), database.changes());
        this.contacts = new ContactBatchWriter(crypto);
        contacts.listen(bus);
        this.segments = new SegmentService(vertx, database);
        this.webhooks = new WebhookQueue(bus, crypto, settings.webhooks());
        this.contactWriter = new ContactWriter(contacts, events, deletions(webhooks, segments));
        this.templates = new TemplateCache(database);
        this.usages = new UsageLookup(database, segments);
        this.idempotency = new IdempotentHandler(database, idempotencyKeys);
        this.cursors = new CursorCodec(crypto.sign("cursors", new byte[0]));
        this.attachmentWorkers = vertx.createSharedWorkerExecutor("sending-attachments", ATTACHMENT_WORKERS);
        this.floor = new SchemaFloor(vertx, database, SchemaFloor.COMPRESSED_CONTENTS);
        this.compressor = new ContentCompressor(floor::isReached, attachmentWorkers);
        this.requests = new ProjectRequestLimiter(
                settings.http().requestsPerMinute(), settings.http().requestsPerUser(), System::nanoTime);
    }

    /**
     * Deletes with a contact its executions (first, so that no more email is made), its emails and its segment memberships.
     */
    private static ContactDeletionListener deletions(WebhookQueue webhooks, SegmentService segments) {
        var executions = new ExecutionTerminator(webhooks);
        var outbox = new Outbox();
        return (tx, tenant, contacts) -> executions
                .delete(tx, tenant, contacts)
                .compose(ignored -> outbox.delete(tx, tenant, contacts))
                .compose(ignored -> segments.delete(tx, tenant, contacts));
    }

    public ProjectService projects() {
        return projects;
    }

    public SenderDomainService domains() {
        return domains;
    }

    /** The sender of system emails. */
    SystemMailSender mail() {
        return mail;
    }

    /** The appender whose hooks start and resume executions, and watch the reputation of projects. */
    EventAppender events() {
        return events;
    }

    ContactBatchWriter contacts() {
        return contacts;
    }

    /** The writer that also deletes what other features hold of a contact. */
    ContactWriter contactWriter() {
        return contactWriter;
    }

    SegmentService segments() {
        return segments;
    }

    TemplateCache templates() {
        return templates;
    }

    WebhookQueue webhooks() {
        return webhooks;
    }

    UsageLookup usages() {
        return usages;
    }

    IdempotencyService idempotencyKeys() {
        return idempotencyKeys;
    }

    IdempotentHandler idempotency() {
        return idempotency;
    }

    CursorCodec cursors() {
        return cursors;
    }

    WorkerExecutor attachmentWorkers() {
        return attachmentWorkers;
    }

    /** The monitor that says whether older jars can still be started. */
    SchemaFloor floor() {
        return floor;
    }

    /** The outbox of calls, which knows the contents that they share. */
    Outbox outbox() {
        return outbox;
    }

    ContentCompressor compressor() {
        return compressor;
    }

    /** The limit of a project's requests, by HTTP and by SMTP together. */
    public ProjectRequestLimiter requests() {
        return requests;
    }

    public Future<Void> close() {
        return projects.stop();
    }
}
