package io.godwit.workflows.editor;

import io.godwit.contacts.FieldType;
import io.godwit.contacts.fields.FieldCatalog;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests the fields that conditions can ask about in a project: fields of its contacts, and keys of its newest events. */
final class FieldSuggestions {

    private final Database database;
    private final FieldCatalog fields;
    private final EventKeyStore keys = new EventKeyStore();

    FieldSuggestions(Database database, FieldCatalog fields) {
        this.database = database;
        this.fields = fields;
    }

    /** One field a condition may name. */
    record TypedField(String field, FieldType type, String category) {}

    /** Suggestions sorted by field; the same fields in two forms, for editors of both generations. */
    record SuggestedFields(List<String> fields, List<TypedField> typedFields, int count) {}

    /** Suggests fields; keys of events of one name only when it is given. */
    Future<SuggestedFields> suggest(Tenant tenant, Optional<String> event) {
        var ofEvents = keys.newest(database.requests(), tenant, event);
        return fields.all(tenant).compose(ofContacts -> ofEvents.map(names -> offered(ofContacts, names)));
    }

    private static SuggestedFields offered(List<FieldCatalog.Descriptor> ofContacts, List<String> ofEvents) {
        var typed = new ArrayList<TypedField>();
        ofContacts.forEach(field -> typed.add(new TypedField(
                "contact." + field.field(), field.type(), field.isCustom() ? "Custom Data" : "Contact Fields")));
        ofEvents.forEach(name -> typed.add(new TypedField("event." + name, FieldType.STRING, "Event Data")));
        typed.sort(Comparator.comparing(TypedField::field));
        return new SuggestedFields(typed.stream().map(TypedField::field).toList(), typed, typed.size());
    }
}
