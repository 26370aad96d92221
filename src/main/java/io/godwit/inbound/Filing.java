package io.godwit.inbound;

import io.godwit.authenticity.Authenticity;
import io.godwit.billing.Category;
import io.godwit.billing.Quota;
import io.godwit.billing.Quota.Taken;
import io.godwit.contacts.Authority;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.ContactWrites;
import io.godwit.contacts.Patch;
import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.EventId;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.events.Events;
import io.godwit.events.NewEvent;
import io.godwit.sending.Incoming;
import io.godwit.sending.ReceivedMail;
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
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files mail for verified domains in the log of every project that has proved the domain, with its author as the contact, and
 * tells of it by {@code email.received}. An author who is new becomes a contact that is not subscribed: a letter is no consent;
 * an old one's subscription stays as it is. No contact is made of an author whose DMARC check fails, of a mail system or a
 * feedback loop, and of whoever writes to a return path: their mail is filed under an id that is no contact's.
 *
 * <p>Loops end here: what a machine wrote is told of, but no workflow hears it, and so is what one author sends beyond
 * {@value #MOST_AN_HOUR} mails an hour, and what neither SPF nor DKIM says is the author's.
 */
final class Filing implements Letterbox {

    private static final Logger LOG = LoggerFactory.getLogger(Filing.class);

    private static final int WORKERS = 2;
    private static final int MOST_AN_HOUR = 20;

    /** Characters of a body in an event; data of an event has at most 64 KB. */
    private static final int BODY_IN_EVENT = 10_000;

    private final Recipients recipients;
    private final ContactWrites contacts;
    private final AuthorStore authors = new AuthorStore();
    private final Incoming incoming;
    private final Events events;
    private final Quota quota;
    private final AcceptanceSettings acceptance;
    private final Events unheard = new Events();
    private final WorkerExecutor workers;

    Filing(Vertx vertx, Mailroom.Ports ports, Recipients recipients) {
        this.recipients = recipients;
        this.contacts = ports.contacts();
        this.incoming = new Incoming();
        this.events = ports.events();
        this.quota = ports.quota();
        this.acceptance = ports.acceptance();
        this.workers = vertx.createSharedWorkerExecutor("letters", WORKERS);
    }

    @Override
    public Future<Boolean> file(SqlClient tx, Report.Received mail) {
        return readers(tx, mail)
                .compose(projects -> projects.isEmpty()
                        ? Future.succeededFuture(false)
                        : workers.executeBlocking(
                                        () -> Letter.of(
                                                mail.sender(), mail.message().getBytes()),
                                        false)
                                .compose(letter -> fileAll(tx, mail, letter, new ArrayList<>(projects.entrySet()), 0))
                                .map(true));
    }

    /** Who gets it, by which address. */
    private Future<Map<ProjectId, EmailAddress>> readers(SqlClient tx, Report.Received mail) {
        var projects = new LinkedHashMap<ProjectId, EmailAddress>();
        var asked = Future.<Void>succeededFuture();
        for (var recipient : mail.recipients()) {
            var address = EmailAddress.parse(recipient);
            if (address.isPresent() && mail.project().isPresent() && recipients.isReturnPath(recipient)) {
                projects.putIfAbsent(mail.project().get(), address.get());
            } else if (address.isPresent()) {
                asked = asked.compose(done -> recipients.projects(tx, address.get()))
                        .onSuccess(found -> found.forEach(project -> projects.putIfAbsent(project, address.get())))
                        .mapEmpty();
            }
        }
        return asked.map(projects);
    }

    private Future<Void> fileAll(
            SqlClient tx,
            Report.Received mail,
            Letter letter,
            List<Map.Entry<ProjectId, EmailAddress>> readers,
            int at) {
        return at == readers.size()
                ? Future.succeededFuture()
                : fileWithin(
                                tx,
                                mail,
                                letter,
                                readers.get(at).getKey(),
                                readers.get(at).getValue())
                        .compose(done -> fileAll(tx, mail, letter, readers, at + 1));
    }

    /** A project whose limit of the month is reached does not get it; the others it is for do. */
    private Future<Void> fileWithin(
            SqlClient tx, Report.Received mail, Letter letter, ProjectId project, EmailAddress to) {
        return quota.counts()
                ? quota.allowance(tx, List.of(project))
                        .compose(allowance -> allowance.left(project, Category.INBOUND) == 0
                                ? dropped(project)
                                : file(tx, mail, letter, project, to)
                                        .compose(isNew -> isNew
                                                ? quota.take(tx, List.of(Taken.plain(project, Category.INBOUND, 1)))
                                                : Future.succeededFuture()))
                : file(tx, mail, letter, project, to).mapEmpty();
    }

    private static Future<Void> dropped(ProjectId project) {
        LOG.atWarn()
                .addKeyValue("project", project)
                .log("A mail that came in was dropped: the project's limit of the month is reached");
        return Future.succeededFuture();
    }

    /** Completes with whether it was not there before. */
    private Future<Boolean> file(
            SqlClient tx, Report.Received mail, Letter letter, ProjectId project, EmailAddress to) {
        return author(tx, project, mail, letter).compose(author -> incoming.answered(tx, project, letter.answered())
                .map(answers -> received(mail, letter, project, to, author, answers))
                .compose(filed -> incoming.isOften(tx, project, filed.contact(), MOST_AN_HOUR)
                        .compose(often -> incoming.file(tx, filed)
                                .compose(isNew -> isNew
                                        ? tell(tx, mail, letter, filed, often || author.isEmpty())
                                                .map(true)
                                        : Future.succeededFuture(false)))));
    }

    /** The contact who wrote it, who may be new; empty for an author who is none and must not become one by this mail. */
    private Future<Optional<ContactId>> author(SqlClient tx, ProjectId project, Report.Received mail, Letter letter) {
        var address = letter.author().address();
        return mayBecomeContact(mail, letter)
                ? contacts.upsert(
                                tx,
                                Tenant.system(project),
                                List.of(new ContactChange(
                                        address, Optional.empty(), false, Authority.IMPORT, Patch.NONE)))
                        .map(written -> written.get(0).contact().map(Contact::id))
                : authors.find(tx, project, address);
    }

    private boolean mayBecomeContact(Report.Received mail, Letter letter) {
        return !letter.machine()
                && mail.project().isEmpty()
                && !"FAIL".equals(mail.verdicts().get("dmarc"))
                && !acceptance.isFeedbackLoop(letter.author().address().domain());
    }

    /** The id of nobody's row, the same for all mail of an author to a project. */
    private static ContactId stranger(ProjectId project, EmailAddress address) {
        return new ContactId(UUID.nameUUIDFromBytes((project + " " + address).getBytes(StandardCharsets.UTF_8)));
    }

    /** Tells whether SPF or DKIM vouches for the domain of the author (RFC 7489 §3.1), whatever that domain says of itself. */
    private static boolean isAuthenticated(Report.Received mail, Letter letter) {
        var author = letter.author().address().domain();
        var verdicts = mail.verdicts();
        var sender = mail.sender().substring(mail.sender().lastIndexOf('@') + 1);
        return !"FAIL".equals(verdicts.get("dmarc"))
                && ("PASS".equals(verdicts.get("dmarc"))
                        || ("PASS".equals(verdicts.get("spf")) && Authenticity.isAligned(author, sender))
                        || mail.signers().stream().anyMatch(domain -> Authenticity.isAligned(author, domain)));
    }

    private static ReceivedMail received(
            Report.Received mail,
            Letter letter,
            ProjectId project,
            EmailAddress to,
            Optional<ContactId> author,
            Optional<EmailId> answers) {
        return new ReceivedMail(
                project,
                new EmailId(Ids.next()),
                author.orElseGet(() -> stranger(project, letter.author().address())),
                to,
                letter.author(),
                letter.replyTo(),
                letter.subject(),
                letter.html(),
                letter.text(),
                letter.headers(),
                letter.attachments(),
                letter.thread(answers),
                clean(mail.sender()),
                mail.recipients().stream()
                        .filter(recipient -> EmailAddress.parse(recipient)
                                .filter(address -> address.domain().equals(to.domain()))
                                .isPresent())
                        .toList(),
                mail.verdicts(),
                letter.automatic(),
                mail.contentMissing(),
                mail.doubt().or(letter::doubt),
                mail.at());
    }

    private Future<Void> tell(SqlClient tx, Report.Received mail, Letter letter, ReceivedMail filed, boolean quietly) {
        var authenticated = isAuthenticated(mail, letter);
        var unheardOf = filed.automatic() || quietly || !(authenticated || acceptance.unauthenticated());
        var event = new NewEvent(
                filed.project(),
                new EventId(Ids.next()),
                filed.contact(),
                "email.received",
                data(mail, letter, filed, authenticated),
                Optional.of(filed.id()),
                0);
        return (unheardOf ? unheard : events).append(tx, List.of(event));
    }

    private static Map<String, @Nullable Object> data(
            Report.Received mail, Letter letter, ReceivedMail filed, boolean authenticated) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("emailId", filed.id().toString());
        data.put("messageId", letter.messageId().orElse(null));
        data.put("from", filed.from().address().value());
        data.put("fromHeader", letter.fromHeader());
        data.put("to", filed.to().value());
        data.put("subject", filed.subject());
        data.put("timestamp", mail.at().toString());
        data.put("recipients", filed.recipients());
        var body = letter.text().orElseGet(() -> Jsoup.parse(filed.html()).text());
        data.put("hasContent", !body.isBlank());
        data.put("body", body.length() > BODY_IN_EVENT ? body.substring(0, BODY_IN_EVENT) : body);
        data.put("attachments", filed.attachments().size());
        data.put("inReplyTo", letter.inReplyTo().orElse(null));
        data.put("repliesTo", filed.thread().answers().map(EmailId::toString).orElse(null));
        for (var check : List.of("spam", "virus", "spf", "dkim", "dmarc")) {
            data.put(check + "Verdict", filed.verdicts().getOrDefault(check, "GRAY"));
        }
        data.put("authenticated", authenticated);
        data.put("automatic", filed.automatic());
        data.put("doubt", filed.doubt().orElse(null));
        data.put("sourceType", "INBOUND");
        return data;
    }

    private static String clean(String text) {
        return text.replace("\u0000", "");
    }

    Future<Void> close() {
        return workers.close();
    }
}
