package io.godwit.inbound;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.tls.report.TlsReportInbox;
import io.godwit.inbound.mail.ParsedEmail;
import io.godwit.inbound.mail.RecipientResolver;
import io.godwit.inbound.processing.DeliveryReport;
import io.godwit.inbound.processing.InboundMailHandler;
import io.godwit.inbound.received.ReceivedEmail;
import io.godwit.inbound.received.ReceivedEmailLog;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files emails sent to verified domains in the log of every project that has verified the domain, with the author as the
 * contact, and appends {@code email.received}. A new author becomes a contact that is not subscribed: sending an email is no
 * consent; the subscription of an existing contact stays as it is. No contact is created for an author whose DMARC check fails,
 * or cannot be made although the policy of the author's domain asks for it; for a mail system or a feedback loop; and for the author
 * of an email to a return path. Their emails are filed with the contact they have already, else under an id that no contact has.
 *
 * <p>Loops end here: no workflow starts from an email sent by a program, from more than {@value #MAX_PER_HOUR} emails an hour
 * of one author, or from an email that neither SPF nor DKIM authenticates as the author's; each still makes its event.
 */
final class InboundMailFiler implements InboundMailHandler {

    private static final Logger LOG = LoggerFactory.getLogger(InboundMailFiler.class);

    private static final int WORKERS = 2;
    private static final int MAX_PER_HOUR = 20;

    private final RecipientResolver recipients;
    private final ContactWriter contacts;
    private final AuthorStore senderContacts = new AuthorStore();
    private final ReceivedEmailLog log;
    private final ReceivedEventAppender events;
    private final Quota quota;
    private final AcceptanceSettings acceptance;
    private final TlsReportInbox tlsReports;
    private final WorkerExecutor workers;

    InboundMailFiler(Vertx vertx, InboundMail.Dependencies dependencies, RecipientResolver recipients) {
        this.recipients = recipients;
        this.contacts = dependencies.contacts();
        this.log = new ReceivedEmailLog();
        this.events = new ReceivedEventAppender(dependencies.events(), dependencies.acceptance());
        this.quota = dependencies.quota();
        this.acceptance = dependencies.acceptance();
        this.tlsReports = dependencies.tlsReports();
        this.workers = vertx.createSharedWorkerExecutor("inbound-file", WORKERS);
    }

    @Override
    public Future<Boolean> file(SqlClient tx, DeliveryReport.Received received) {
        return received.recipients().stream().anyMatch(tlsReports::receives)
                ? keepTlsReports(tx, received)
                        .compose(ignored -> fileForProjects(tx, received))
                        .map(true)
                : fileForProjects(tx, received);
    }

    /** Keeps the TLS reports of a message to the address for them. */
    private Future<Void> keepTlsReports(SqlClient tx, DeliveryReport.Received received) {
        return workers.executeBlocking(
                        () -> TlsReportInbox.read(parsed(received).attachments()), false)
                .compose(found -> tlsReports.keep(
                        tx,
                        received.at(),
                        storable(received.sender()),
                        received.verdicts().getOrDefault("dmarc", ""),
                        found));
    }

    private static ParsedEmail parsed(DeliveryReport.Received received) {
        return ParsedEmail.of(received.sender(), received.message().getBytes());
    }

    private Future<Boolean> fileForProjects(SqlClient tx, DeliveryReport.Received received) {
        return recipientProjects(tx, received)
                .compose(projects -> projects.isEmpty()
                        ? Future.succeededFuture(false)
                        : workers.executeBlocking(() -> parsed(received), false)
                                .compose(email -> fileAll(tx, received, email, new ArrayList<>(projects.entrySet()), 0))
                                .map(true));
    }

    /** Completes with the projects that receive the email, each with the address it was sent to. */
    private Future<Map<ProjectId, EmailAddress>> recipientProjects(SqlClient tx, DeliveryReport.Received received) {
        var projects = new LinkedHashMap<ProjectId, EmailAddress>();
        var lookedUp = Future.<Void>succeededFuture();
        for (var recipient : received.recipients()) {
            var address = EmailAddress.parse(recipient);
            if (address.isPresent() && received.project().isPresent() && recipients.isReturnPath(recipient)) {
                projects.putIfAbsent(received.project().get(), address.get());
            } else if (address.isPresent()) {
                lookedUp = lookedUp.compose(ignored -> recipients.projects(tx, address.get()))
                        .onSuccess(found -> found.forEach(project -> projects.putIfAbsent(project, address.get())))
                        .mapEmpty();
            }
        }
        return lookedUp.map(projects);
    }

    private Future<Void> fileAll(
            SqlClient tx,
            DeliveryReport.Received received,
            ParsedEmail email,
            List<Map.Entry<ProjectId, EmailAddress>> projects,
            int at) {
        return at == projects.size()
                ? Future.succeededFuture()
                : fileWithin(
                                tx,
                                received,
                                email,
                                projects.get(at).getKey(),
                                projects.get(at).getValue())
                        .compose(ignored -> fileAll(tx, received, email, projects, at + 1));
    }

    /** Files the email for a project, unless its monthly limit is reached; the other projects still get it. */
    private Future<Void> fileWithin(
            SqlClient tx, DeliveryReport.Received received, ParsedEmail email, ProjectId project, EmailAddress to) {
        return quota.counts()
                ? quota.remainingQuota(tx, List.of(project))
                        .compose(remaining -> remaining.left(project, QuotaCategory.INBOUND) == 0
                                ? dropped(project)
                                : file(tx, received, email, project, to)
                                        .compose(isNew -> isNew
                                                ? quota.consume(
                                                        tx,
                                                        List.of(AcceptedUsage.plain(project, QuotaCategory.INBOUND, 1)))
                                                : Future.succeededFuture()))
                : file(tx, received, email, project, to).mapEmpty();
    }

    private static Future<Void> dropped(ProjectId project) {
        LOG.atWarn()
                .addKeyValue("project", project)
                .log("A received email was dropped: the project's monthly limit is reached");
        return Future.succeededFuture();
    }

    /** Completes with true when the email was not filed before. */
    private Future<Boolean> file(
            SqlClient tx, DeliveryReport.Received received, ParsedEmail email, ProjectId project, EmailAddress to) {
        return sendingContact(tx, project, received, email)
                .compose(contact -> log.answered(tx, project, email.answered())
                        .map(answers -> received(received, email, project, to, contact, answers))
                        .compose(filed -> log.isOften(tx, project, filed.contact(), MAX_PER_HOUR)
                                .compose(often -> log.file(tx, filed)
                                        .compose(isNew -> isNew
                                                ? events.append(tx, received, email, filed, often || contact.isEmpty())
                                                        .map(true)
                                                : Future.succeededFuture(false)))));
    }

    /**
     * Completes with the author's contact, which may be new; empty for an author that has no contact and must not get one by
     * this email.
     */
    private Future<Optional<ContactId>> sendingContact(
            SqlClient tx, ProjectId project, DeliveryReport.Received received, ParsedEmail email) {
        var address = email.author().address();
        return mayBecomeContact(received, email)
                ? contacts.upsert(
                                tx,
                                Tenant.system(project),
                                List.of(new ContactChange(
                                        address,
                                        Optional.empty(),
                                        false,
                                        SubscriptionAuthority.IMPORT,
                                        DataPatch.NONE,
                                        ConsentSource.EMAIL)))
                        .map(result -> result.get(0).contact().map(Contact::id))
                : senderContacts.find(tx, project, address);
    }

    private boolean mayBecomeContact(DeliveryReport.Received received, ParsedEmail email) {
        return !email.automatedSender()
                && received.project().isEmpty()
                && !"FAIL".equals(received.verdicts().get("dmarc"))
                && !received.verdicts().containsKey(DeliveryReport.Received.AUTHOR)
                && !acceptance.isFeedbackLoop(email.author().address().domain());
    }

    /** Returns an id that no row has, the same for all emails of an author to a project. */
    private static ContactId unknownSenderId(ProjectId project, EmailAddress address) {
        return new ContactId(UUID.nameUUIDFromBytes((project + " " + address).getBytes(StandardCharsets.UTF_8)));
    }

    private static ReceivedEmail received(
            DeliveryReport.Received received,
            ParsedEmail email,
            ProjectId project,
            EmailAddress to,
            Optional<ContactId> contact,
            Optional<EmailId> answers) {
        return new ReceivedEmail(
                project,
                new EmailId(Ids.next()),
                contact.orElseGet(() -> unknownSenderId(project, email.author().address())),
                to,
                email.author(),
                email.replyTo(),
                email.subject(),
                email.html(),
                email.text(),
                email.headers(),
                email.attachments(),
                email.thread(answers),
                storable(received.sender()),
                received.recipients().stream()
                        .filter(recipient -> EmailAddress.parse(recipient)
                                .filter(address -> address.domain().equals(to.domain()))
                                .isPresent())
                        .toList(),
                received.verdicts(),
                email.automatic(),
                received.contentMissing(),
                received.doubt().or(email::doubt),
                received.at());
    }

    private static String storable(String text) {
        return text.replace("\u0000", "");
    }

    Future<Void> close() {
        return workers.close();
    }
}
