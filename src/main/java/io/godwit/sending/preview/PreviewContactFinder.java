package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.sending.preview.PreviewRenderer.PreviewContact;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds the contact that a request wants its preview rendered for. */
final class PreviewContactFinder {

    private final Database database;
    private final PreviewContactStore store = new PreviewContactStore();

    PreviewContactFinder(Database database) {
        this.database = database;
    }

    /** Completes with a sample contact when the request names none; fails with {@code CONTACT_NOT_FOUND}. */
    Future<PreviewContact> find(Tenant tenant, PreviewRequest request) {
        return request.contactId()
                .map(id -> byId(tenant, id))
                .or(() -> request.email().map(email -> byEmail(tenant, email)))
                .orElseGet(() -> Future.succeededFuture(PreviewContact.SAMPLE_CONTACT));
    }

    /** Finds a contact by id; fails with {@code CONTACT_NOT_FOUND}, for a text that is no id as well. */
    Future<PreviewContact> byId(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> store.find(database.requests(), tenant, new ContactId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> unknown(id)));
    }

    private Future<PreviewContact> byEmail(Tenant tenant, EmailAddress email) {
        return store.find(database.requests(), tenant, email)
                .map(found -> found.orElseThrow(() -> unknown(email.value())));
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id);
    }
}
