package io.godwit.contacts.fields;

import io.godwit.bus.Bus;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.ContactMessages;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.CountDeltas;
import io.godwit.contacts.FieldStore;
import io.godwit.contacts.FieldType;
import io.godwit.contacts.fields.FieldName.Standard;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists, counts and deletes the fields of a project's contacts. Safe to use from any context. */
public final class FieldCatalog {

    private final Database database;
    private final Bus bus;
    private final ContactBatchWriter contacts;
    private final ContactWriter contactWriter;
    private final ContactCounts counts;
    private final FieldStore store = new FieldStore();

    public FieldCatalog(Database database, Bus bus, ContactBatchWriter contacts, ContactWriter contactWriter) {
        this.database = database;
        this.bus = bus;
        this.contacts = contacts;
        this.contactWriter = contactWriter;
        this.counts = new ContactCounts(database);
    }

    /**
     * One field as the API describes it.
     *
     * @param coverage the share of contacts that have it, 0 to 1
     */
    public record Descriptor(String field, FieldType type, boolean isCustom, double coverage) {}

    /** Sorted by name. A custom field is listed from its first value until it is deleted, also while no contact has it. */
    public Future<List<Descriptor>> all(Tenant tenant) {
        var types = store.types(database.requests(), tenant);
        return counts.all(tenant).compose(known -> types.map(pathToType -> described(pathToType, known)));
    }

    private static List<Descriptor> described(Map<String, String> pathToType, Map<String, Long> counts) {
        var contacts = counts.getOrDefault(CountDeltas.CONTACTS, 0L);
        var paths = new HashSet<>(pathToType.keySet());
        counts.forEach((name, count) -> paths.addAll(isCustom(name, count) ? List.of(name) : List.of()));
        var descriptors = new ArrayList<Descriptor>();
        for (var standard : Standard.values()) {
            descriptors.add(new Descriptor(standard.field(), standard.type(), false, 1));
        }
        for (var path : paths) {
            var type = FieldType.ofCode(pathToType.getOrDefault(path, FieldType.STRING.code()));
            var coverage = coverage(counts.getOrDefault(path, 0L), contacts);
            descriptors.add(new Descriptor(FieldName.display(path), type, true, coverage));
        }
        descriptors.sort(Comparator.comparing(Descriptor::field));
        return descriptors;
    }

    /** A field can be counted and have no type for a moment, when it is written while it is deleted. */
    private static boolean isCustom(String name, long count) {
        return count > 0 && !name.equals(CountDeltas.CONTACTS) && !name.equals(CountDeltas.SUBSCRIBED);
    }

    /** A contact that has {@code a.b} both as a key and as a path is counted twice. */
    private static double coverage(long having, long contacts) {
        return contacts <= 0 ? 0 : Math.max(0, Math.min(1, (double) having / contacts));
    }

    /** Distinct values: texts, numbers and flags, the first by their text. For {@code email} and dates there are none. */
    Future<List<Object>> values(Tenant tenant, FieldName field, int limit) {
        if (field.isCustom()) {
            return store.values(database.requests(), tenant, field.chains(), limit);
        }
        return Future.succeededFuture(
                field.path().equals(Standard.SUBSCRIBED.field()) ? List.<Object>of(true, false) : List.of());
    }

    /** Answers the number of contacts that have the field. */
    Future<Long> count(Tenant tenant, FieldName field) {
        return field.isCustom() ? counts.countWithField(tenant, field.path()) : counts.total(tenant, Optional.empty());
    }

    /**
     * Removes a custom field, with whatever is inside it, from every contact and then its type; completes with the number of
     * contacts that had it. When it fails half-way it can be asked for again.
     */
    Future<Long> delete(Tenant tenant, FieldName field) {
        return new FieldDeletion(database, contactWriter, store, tenant, field)
                .run()
                .compose(count -> store.delete(database.workers(), tenant, field.path())
                        .onSuccess(ignored -> evictFields(tenant))
                        .map(count));
    }

    private void evictFields(Tenant tenant) {
        contacts.evictFields(tenant.project().value());
        bus.publish(
                ContactMessages.FIELD_DELETED,
                new ContactMessages.FieldDeleted(tenant.project().value()));
    }
}
