package io.godwit.sending;

import io.godwit.contacts.Contact;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.Contacts.Changed;
import io.godwit.contacts.Contacts.Wanted;
import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Ids;
import io.godwit.db.Database;
import io.godwit.sending.Submission.Accepted;
import io.godwit.sending.Submission.Receipt;
import io.godwit.sending.Submission.Recipient;
import io.godwit.web.Answer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One call, one transaction; what the batcher of {@code ingest} does for many. */
final class SimpleIntake implements Intake {

    private final Database database;
    private final Outbox outbox;
    private final Contacts contacts = new Contacts();

    SimpleIntake(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    @Override
    public Future<Answer> accept(Submission submission) {
        return database.transaction(tx -> write(tx, submission))
                .map(receipt -> Answer.ok(submission.answer().apply(receipt)));
    }

    private Future<Receipt> write(SqlClient tx, Submission submission) {
        var wanted = wanted(submission);
        return contacts.insertMissing(tx, wanted)
                .compose(inserted -> contacts.lock(tx, wanted, true))
                .compose(located -> {
                    var stored = new LinkedHashMap<EmailAddress, Contact>();
                    wanted.forEach(one -> stored.put(one.email(), one.ifNew()));
                    located.forEach(one -> stored.put(wanted.get(one.position()).email(), one.contact()));
                    return write(tx, submission, stored);
                });
    }

    private static List<Wanted> wanted(Submission submission) {
        var byAddress = new TreeMap<String, Wanted>();
        for (var recipient : submission.recipients()) {
            var change = recipient.contact();
            byAddress.putIfAbsent(
                    change.email().value(),
                    new Wanted(
                            submission.tenant().project(),
                            change.email(),
                            Contact.create(new ContactId(Ids.next()), change)));
        }
        return List.copyOf(byAddress.values());
    }

    private Future<Receipt> write(SqlClient tx, Submission submission, Map<EmailAddress, Contact> stored) {
        var before = Map.copyOf(stored);
        var emails = new ArrayList<NewEmail>();
        var accepted = new ArrayList<Accepted>();
        for (var recipient : submission.recipients()) {
            var contact = stored.get(recipient.contact().email()).with(recipient.contact());
            stored.put(recipient.contact().email(), contact);
            emails.add(email(submission, recipient, contact));
            accepted.add(new Accepted(contact.id(), recipient.contact().email(), recipient.email()));
        }
        var changed = stored.entrySet().stream()
                .map(entry -> new Changed(submission.tenant().project(), before.get(entry.getKey()), entry.getValue()))
                .filter(change -> change.after().differsFrom(change.before()))
                .toList();
        return contacts.update(tx, changed)
                .compose(done -> outbox.enqueue(tx, List.of(submission.content()), emails))
                .map(done -> new Receipt(accepted, Instant.now()));
    }

    private static NewEmail email(Submission submission, Recipient recipient, Contact contact) {
        return new NewEmail(
                submission.tenant().project(),
                recipient.email(),
                contact.id(),
                submission.content().id(),
                submission.template(),
                Source.TRANSACTIONAL,
                submission.type(),
                recipient.contact().email(),
                recipient.name(),
                contact.data(),
                recipient.once(),
                submission.tracking(),
                submission.requestId());
    }
}
