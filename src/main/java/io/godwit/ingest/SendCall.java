package io.godwit.ingest;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataChange;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.sending.EmailSource;
import io.godwit.sending.NewEmail;
import io.godwit.sending.api.Submission;
import io.godwit.sending.api.Submission.Accepted;
import io.godwit.sending.api.Submission.Receipt;
import io.godwit.sending.api.Submission.Recipient;
import io.godwit.templates.EmailClass;
import io.godwit.traces.TraceContext;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One call of {@code POST /v1/send}. */
record SendCall(Submission submission) implements IngestCall {

    /** Bytes of a recipient beside its data, on a 64-bit JVM. */
    private static final long RECIPIENT_BYTES = 1_024;

    @Override
    public Tenant tenant() {
        return submission.tenant();
    }

    @Override
    public Optional<IdempotencyClaim> claim() {
        return submission.claim();
    }

    @Override
    public Optional<TraceContext> trace() {
        return submission.trace();
    }

    @Override
    public List<ContactChange> changes() {
        return submission.recipients().stream().map(Recipient::contact).toList();
    }

    @Override
    public Optional<String> limitedClient() {
        return Optional.empty();
    }

    /** The recipients of a call share the values of its data. */
    @Override
    public long bytes() {
        var first = submission.recipients().get(0);
        return submission.content().bytes()
                + RECIPIENT_BYTES * submission.recipients().size()
                + new DataChange(first.contact().persistentData(), first.transientData()).bytes();
    }

    @Override
    public Optional<String> eventName() {
        return Optional.empty();
    }

    @Override
    public int emailCount() {
        return submission.recipients().size();
    }

    /** Refuses marketing emails to contacts without consent; a HEADLESS email sent by the API needs none. */
    @Override
    public Optional<Failure> refusal(List<Contact> contacts) {
        if (submission.type() != EmailClass.MARKETING) {
            return Optional.empty();
        }
        var issues = new ArrayList<Issue>();
        for (var at = 0; at < contacts.size(); at++) {
            if (!contacts.get(at).subscribed()) {
                var field = submission.recipients().get(at).field();
                issues.add(Issue.of(field, "custom", "Recipient is not subscribed to marketing email"));
            }
        }
        return issues.isEmpty() ? Optional.empty() : Optional.of(unsubscribed(issues));
    }

    private static Failure unsubscribed(List<Issue> issues) {
        return Failure.of(
                Kind.BAD_REQUEST,
                "Marketing email goes to subscribed contacts only; nothing was sent. Remove the recipients named in errors,"
                        + " or send \"subscribed\": true with their consent",
                issues);
    }

    @Override
    public ApiResponse write(List<Contact> contacts, Instant at, BatchWrites writes) {
        var accepted = new ArrayList<Accepted>(contacts.size());
        writes.content(submission.content());
        for (var position = 0; position < contacts.size(); position++) {
            var email = email(submission.recipients().get(position), contacts.get(position), contacts.get(0));
            writes.email(email);
            accepted.add(new Accepted(email.contact(), email.to(), email.id()));
        }
        return ApiResponse.ok(submission.answer().apply(new Receipt(accepted, at, submission.scheduledAt())));
    }

    /**
     * Creates the email of a recipient. A copy has the variables of the first of {@code to}, but its own recipient's links.
     *
     * @param first the contact of the first of {@code to}
     */
    private NewEmail email(Recipient recipient, Contact contact, Contact first) {
        var copied = recipient.isCopy();
        return new NewEmail(
                submission.tenant().project(),
                recipient.email(),
                contact.id(),
                submission.content().id(),
                submission.template(),
                EmailSource.TRANSACTIONAL,
                submission.type(),
                recipient.contact().email(),
                recipient.name(),
                copied ? first.data() : contact.data(),
                copied ? submission.recipients().get(0).transientData() : recipient.transientData(),
                submission.tracking(),
                submission.requestId(),
                Optional.empty(),
                submission.scheduledAt(),
                submission.trace());
    }
}
