package io.godwit.contacts.api;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.ContactResponse;
import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.ContactWriter.ContactResult;
import io.godwit.contacts.ResubscriptionAudit;
import io.godwit.contacts.StoredContact;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The routes {@code /contacts}: lists, single contacts and look-ups by address. */
public final class ContactRoutes implements Routes {

    private static final String LIST = "/contacts";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Database database;
    private final ContactWriter contacts;
    private final ContactLister lister;
    private final ContactSelections selections;
    private final CursorCodec cursors;
    private final IdempotentHandler idempotency;
    private final ContactListStore store = new ContactListStore();
    private final ResubscriptionAudit resubscriptions = new ResubscriptionAudit();

    public ContactRoutes(
            Database database,
            ContactWriter contacts,
            ContactCounts counts,
            ContactSelections selections,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        this.selections = selections;
        this.database = database;
        this.contacts = contacts;
        this.lister = new ContactLister(database, counts);
        this.cursors = cursors;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        ContactRoutes::limit,
                        query -> query.text("cursor"),
                        query -> ContactFilter.read(query, Optional.empty()),
                        query -> query.text("segmentId"),
                        query -> query.object("condition"))
                .answers(Page.class, ContactResponse.class)
                .to(this::list);
        api.post(LIST)
                .idempotent()
                .body(ContactRequest.Upsert::parse)
                .answers(200, ContactResponse.Upserted.class)
                .answers(201, ContactResponse.Upserted.class)
                .to(this::upsert);
        api.post("/contacts/lookup")
                .body(ContactRequest::lookup)
                .answers(LookupResponse.class)
                .to(this::lookup);
        api.get("/contacts/by-email/:email")
                .answers(ContactResponse.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(this::byEmail);
        api.get("/contacts/:id").answers(ContactResponse.class).to(call -> withId(call, id -> one(call, id)));
        api.patch("/contacts/:id")
                .body(ContactRequest.Update::parse)
                .answers(ContactResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::update);
        api.delete("/contacts/:id").answersNothing(204).to(call -> withId(call, id -> delete(call, id)));
    }

    private static int limit(Query query) {
        return query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = limit(query);
        query.check();
        query.knows("cursor", "search", "subscribed", "sort", "dir");
        return selected(tenant, query).compose(selected -> {
            var filter = ContactFilter.read(query, selected);
            var listing = cursors.listing(LIST, tenant.project(), query);
            var after = query.text("cursor").map(listing::read);
            return lister.page(tenant, filter, after, limit, listing::write).map(ApiResponse::ok);
        });
    }

    private Future<Optional<Selected>> selected(Tenant tenant, Query query) {
        var segment = query.text("segmentId");
        var condition = query.object("condition");
        query.check();
        return selections.narrow(tenant, segment, condition);
    }

    private Future<ApiResponse> upsert(ApiRequest call) {
        var request = ContactRequest.Upsert.parse(call.body());
        var change = request.change().by(ConsentSource.of(Actor.of(call), request.proof()));
        var tenant = call.tenant();
        return idempotency.once(call, tx -> contacts.upsert(tx, tenant, List.of(change))
                .map(result -> accepted(result.get(0)))
                .compose(result -> audited(tx, call, result, request.proof()))
                .compose(result -> upserted(tx, tenant, change.email(), result.isNew())));
    }

    /** Records in the audit log that a contact that had opted out is subscribed again. */
    private Future<ContactResult> audited(SqlClient tx, ApiRequest call, ContactResult result, Optional<String> proof) {
        var contact = result.contact();
        return contact.isPresent() && (proof.isPresent() || result.overridden().isPresent())
                ? resubscriptions
                        .record(tx, Actor.of(call), call.tenant(), proof, contact.get())
                        .map(result)
                : Future.succeededFuture(result);
    }

    private static ContactResult accepted(ContactResult result) {
        result.refusal().ifPresent(refusal -> {
            throw refusal;
        });
        return result;
    }

    private Future<ApiResponse> upserted(SqlClient tx, Tenant tenant, EmailAddress email, boolean isNew) {
        return store.find(tx, tenant, email)
                .map(found -> ContactResponse.Upserted.of(tenant, found.orElseThrow(), isNew))
                .map(contact -> isNew ? ApiResponse.created(contact) : ApiResponse.ok(contact));
    }

    private Future<ApiResponse> one(ApiRequest call, ContactId id) {
        return store.find(database.requests(), call.tenant(), id).map(found -> answer(call, found, id.toString()));
    }

    private Future<ApiResponse> byEmail(ApiRequest call) {
        var text = call.path("email");
        return EmailAddress.parse(text)
                .map(email -> store.find(database.requests(), call.tenant(), email))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> answer(call, found, text));
    }

    private static ApiResponse answer(ApiRequest call, Optional<StoredContact> found, String id) {
        return ApiResponse.ok(ContactResponse.of(call.tenant(), found.orElseThrow(() -> notFound(id))));
    }

    private Future<ApiResponse> update(ApiRequest call) {
        var update = ContactRequest.Update.parse(call.body());
        return withId(call, id -> database.transaction(tx -> update(tx, call, id, update)));
    }

    private Future<ApiResponse> update(SqlClient tx, ApiRequest call, ContactId id, ContactRequest.Update update) {
        var tenant = call.tenant();
        var source = ConsentSource.of(Actor.of(call), update.proof());
        return update.email()
                .map(email -> rename(tx, tenant, id, email))
                .orElseGet(() -> Future.succeededFuture(false))
                .compose(erased ->
                        contacts.update(tx, tenant, List.of(id), source, contact -> update.applyTo(contact, erased)))
                .compose(result -> result.isEmpty()
                        ? Future.succeededFuture()
                        : audited(tx, call, accepted(result.get(0)), update.proof()))
                .compose(ignored -> store.find(tx, tenant, id))
                .map(found -> answer(call, found, id.toString()));
    }

    /** True when the contact has a new address, which had opted out before its contact was deleted or renamed. */
    private Future<Boolean> rename(SqlClient tx, Tenant tenant, ContactId id, EmailAddress email) {
        return contacts.keepRenamed(tx, tenant, id, email)
                .compose(ignored -> store.rename(tx, tenant, id, email))
                .recover(error -> Future.failedFuture(isAddressTaken(error) ? addressTaken() : error))
                .compose(renamed ->
                        renamed ? contacts.hasErasedOptOut(tx, tenant, email) : Future.succeededFuture(false));
    }

    private static boolean isAddressTaken(Throwable error) {
        return error instanceof PgException refusal && "contacts_email".equals(refusal.getConstraint());
    }

    private static Failure addressTaken() {
        return Failure.of(Kind.CONFLICT, "Another contact of this project has this email address");
    }

    private Future<ApiResponse> delete(ApiRequest call, ContactId id) {
        return database.workerTransaction(tx -> contacts.delete(tx, call.tenant(), List.of(id)))
                .map(deleted -> {
                    if (deleted.isEmpty()) {
                        throw notFound(id.toString());
                    }
                    return ApiResponse.nothing();
                });
    }

    /** The known and the unknown addresses, both in the caller's order and spelling. */
    record LookupResponse(List<String> found, List<String> notFound) {}

    private Future<ApiResponse> lookup(ApiRequest call) {
        var texts = ContactRequest.lookup(call.body());
        var textToEmail = new HashMap<String, EmailAddress>();
        texts.forEach(text -> EmailAddress.parse(text).ifPresent(email -> textToEmail.put(text, email)));
        return store.known(database.requests(), call.tenant(), new HashSet<>(textToEmail.values()))
                .map(known -> ApiResponse.ok(lookedUp(texts, textToEmail, known)));
    }

    private static LookupResponse lookedUp(
            List<String> texts, Map<String, EmailAddress> textToEmail, Set<EmailAddress> known) {
        return new LookupResponse(
                texts.stream()
                        .filter(text -> known.contains(textToEmail.get(text)))
                        .toList(),
                texts.stream()
                        .filter(text -> !known.contains(textToEmail.get(text)))
                        .toList());
    }

    static Future<ApiResponse> withId(ApiRequest call, Function<ContactId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id).map(ContactId::new).map(handler).orElseGet(() -> Future.failedFuture(notFound(id)));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id);
    }
}
