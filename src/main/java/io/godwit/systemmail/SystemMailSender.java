package io.godwit.systemmail;

import io.godwit.accounts.SystemMailer;
import io.godwit.bus.Bus;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.NamedAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.delivery.tls.report.TlsReportMailer;
import io.godwit.domains.SenderDomainService;
import io.godwit.sending.EmailSource;
import io.godwit.sending.NewEmail;
import io.godwit.sending.Outbox;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.godwit.sending.rendering.SenderIdentities;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends system emails as all email is sent: through the outbox, in a project of its own that has neither members nor keys, from
 * the operator's sender. The project and its domain are made with the first system email.
 */
public final class SystemMailSender implements SystemMailer, TlsReportMailer {

    private final Database database;
    private final Bus bus;
    private final SenderDomainService domains;
    private final Outbox outbox = new Outbox();
    private final NamedAddress sender;
    private final boolean verifiedAlone;
    private Future<Void> office = Future.failedFuture("Not yet opened");

    /** @param verifiedAlone true when an unverified address gets no news of projects */
    public SystemMailSender(
            Database database, Bus bus, SenderDomainService domains, NamedAddress sender, boolean verifiedAlone) {
        this.database = database;
        this.bus = bus;
        this.domains = domains;
        this.sender = sender;
        this.verifiedAlone = verifiedAlone;
    }

    /** Signing keys for the operator's sender too, whose domain is not verified. */
    public SenderIdentities keys() {
        return new SystemAwareIdentities(domains);
    }

    @Override
    public Future<Void> write(SqlClient tx, SystemEmail email) {
        return enqueueFramed(tx, email)
                .compose(ignored -> SystemProjectStore.liftSuppression(tx, ProjectId.SYSTEM, email.to()));
    }

    @Override
    public Future<Void> writeNotice(SqlClient tx, SystemEmail email) {
        return enqueueFramed(tx, email).compose(id -> SystemProjectStore.holdNotice(tx, ProjectId.SYSTEM, id));
    }

    @Override
    public Future<Void> write(SqlClient tx, ReportMail mail) {
        var email = new SystemEmail(mail.to(), mail.subject(), mail.body(), Map.of());
        return enqueue(tx, email, content(email, mail.headers(), List.of(mail.report())))
                .compose(id -> SystemProjectStore.holdNotice(tx, ProjectId.SYSTEM, id));
    }

    private Future<EmailId> enqueueFramed(SqlClient tx, SystemEmail email) {
        var framed = new SystemEmail(email.to(), email.subject(), SystemMailFrame.around(email.body()), email.values());
        return enqueue(tx, framed, content(framed, List.of(), List.of()));
    }

    private Future<EmailId> enqueue(SqlClient tx, SystemEmail email, EmailContent content) {
        return opened().compose(ignored -> SystemProjectStore.contact(tx, ProjectId.SYSTEM, email.to()))
                .compose(contact -> {
                    var queued = email(email, contact, content);
                    return outbox.enqueue(tx, List.of(StoredContent.uncompressed(content)), List.of(queued))
                            .map(queued.id());
                });
    }

    @Override
    public EmailAddress sender() {
        return sender.address();
    }

    @Override
    public boolean reaches(boolean verified) {
        return verified || !verifiedAlone;
    }

    @Override
    public void wakeSenders() {
        var lane = new Lane(ProjectId.SYSTEM.value(), EmailSource.TRANSACTIONAL.lane());
        bus.publish(SendingMessages.QUEUED, new Queued(List.of(lane)));
    }

    private EmailContent content(SystemEmail email, List<Header> headers, List<Attachment> attachments) {
        return new EmailContent(
                ProjectId.SYSTEM,
                new ContentId(Ids.next()),
                email.subject(),
                email.body(),
                sender,
                Optional.empty(),
                headers,
                attachments);
    }

    private static NewEmail email(SystemEmail email, ContactId contact, EmailContent content) {
        return new NewEmail(
                ProjectId.SYSTEM,
                new EmailId(Ids.next()),
                contact,
                content.id(),
                Optional.empty(),
                EmailSource.TRANSACTIONAL,
                EmailClass.TRANSACTIONAL,
                email.to(),
                Optional.empty(),
                Map.of(),
                new LinkedHashMap<>(email.values()),
                Optional.of(false),
                Ids.next().toString(),
                Optional.empty());
    }

    /**
     * Makes the system project and its domain once per node and sender; apart from the caller's transaction, and again after a
     * failure.
     */
    private synchronized Future<Void> opened() {
        if (office.failed()) {
            office = SystemProjectStore.hasDomain(database.workers(), ProjectId.SYSTEM, domain())
                    .compose(exists -> exists ? Future.succeededFuture() : open());
        }
        return office;
    }

    private Future<Void> open() {
        return domains.prepare(domain())
                .compose(prepared ->
                        database.workerTransaction(tx -> SystemProjectStore.insertProject(tx, ProjectId.SYSTEM)
                                .compose(ignored -> domains.add(tx, Tenant.system(ProjectId.SYSTEM), prepared, true))))
                .recover(SystemMailSender::unlessAnotherNodeDid);
    }

    private static Future<Void> unlessAnotherNodeDid(Throwable error) {
        return error instanceof Failure failure && failure.kind() == Failure.Kind.CONFLICT
                ? Future.succeededFuture()
                : Future.failedFuture(error);
    }

    private String domain() {
        return sender.address().domain();
    }
}
