package io.godwit.segments.api;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentRequest;
import io.godwit.segments.SegmentService;
import io.godwit.segments.api.ExplainStore.KnownContact;
import io.godwit.segments.filter.Filter;
import io.godwit.web.JsonBody;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/** Explains why a contact is in a segment or not. */
final class SegmentExplainer {

    private static final int MAX_ID_LENGTH = 256;

    private final Database database;
    private final SegmentService segments;
    private final ExplainStore store = new ExplainStore();

    SegmentExplainer(Database database, SegmentService segments) {
        this.database = database;
        this.segments = segments;
    }

    /** The body of an explanation of a filter that is not saved. */
    record FilterExplanation(Filter filter, ContactSelector selector) {

        static FilterExplanation parse(JsonBody body) {
            var selector = ContactSelector.read(body);
            var filter = SegmentRequest.preview(body);
            return body.build(() -> new FilterExplanation(filter, selector.get()));
        }
    }

    /** The contact to explain, by id or by address; one of them is given. */
    record ContactSelector(Optional<String> contact, Optional<EmailAddress> email) {

        static ContactSelector parse(JsonBody body) {
            return body.build(read(body));
        }

        /** Notes mistakes on the body; the value is for a body without any. */
        private static Supplier<ContactSelector> read(JsonBody body) {
            var contact = body.optionalText("contactId", 1, MAX_ID_LENGTH);
            var email = body.optionalEmail("email");
            if (!body.has("contactId") && !body.has("email")) {
                body.missing("contactId");
            } else if (body.has("contactId") && body.has("email")) {
                body.issue("email", "custom", "Give contactId or email, not both");
            }
            return () -> new ContactSelector(contact, email);
        }

        private String named() {
            return contact.or(() -> email.map(EmailAddress::value)).orElse("");
        }
    }

    Future<SegmentExplanation> explain(Tenant tenant, Segment segment, ContactSelector selector) {
        return contact(tenant, selector).compose(known -> explain(tenant, segment, known));
    }

    /** Explains a filter that is not saved; there is no membership then. */
    Future<SegmentExplanation> explain(Tenant tenant, Filter filter, ContactSelector selector) {
        return contact(tenant, selector).compose(known -> part(tenant, filter, known)
                .map(part -> new SegmentExplanation(
                        known.id(), known.email(), part.held(), Optional.empty(), Optional.of(part))));
    }

    private Future<KnownContact> contact(Tenant tenant, ContactSelector selector) {
        return store.known(database.requests(), tenant, selector.contact().flatMap(Ids::parse), selector.email())
                .map(known ->
                        known.orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", selector.named())));
    }

    private Future<SegmentExplanation> explain(Tenant tenant, Segment segment, KnownContact contact) {
        return store.isListed(database.requests(), tenant, segment.id(), contact.id())
                .compose(listed -> segment.filter()
                        .map(filter -> explain(tenant, segment, filter, contact, listed))
                        .orElseGet(() -> Future.succeededFuture(new SegmentExplanation(
                                contact.id(), contact.email(), listed, Optional.of(listed), Optional.empty()))));
    }

    private Future<SegmentExplanation> explain(
            Tenant tenant, Segment segment, Filter filter, KnownContact contact, boolean listed) {
        return part(tenant, filter, contact).map(part -> {
            var member = segment.isTracked() ? Optional.of(listed) : Optional.<Boolean>empty();
            return new SegmentExplanation(contact.id(), contact.email(), part.held(), member, Optional.of(part));
        });
    }

    private Future<SegmentExplanation.Part> part(Tenant tenant, Filter filter, KnownContact contact) {
        return segments.context(database.requests(), tenant, filter)
                .compose(around -> store.findings(database.requests(), tenant, filter, around, contact.id()))
                .map(findings -> {
                    if (findings.isEmpty()) {
                        throw Failure.notFound(
                                Kind.CONTACT_NOT_FOUND, "Contact", contact.id().toString());
                    }
                    return SegmentExplanation.part(filter, findings.iterator());
                });
    }
}
