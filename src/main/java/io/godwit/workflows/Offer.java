package io.godwit.workflows;

import io.godwit.contacts.Fields;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What conditions can ask about in a project: what its contacts have, and what its newest events said. */
final class Offer {

    private final Database database;
    private final Fields fields;
    private final EventKeyStore keys = new EventKeyStore();

    Offer(Database database, Fields fields) {
        this.database = database;
        this.fields = fields;
    }

    /**
     * One field a condition may name.
     *
     * @param type {@code string}, {@code number}, {@code boolean} or {@code date}
     */
    record Typed(String field, String type, String category) {}

    /** Sorted by field; the same fields twice, for editors of both ages. */
    record Offered(List<String> fields, List<Typed> typedFields, int count) {}

    /** Of events of one name, where one is given. */
    Future<Offered> of(Tenant tenant, Optional<String> event) {
        var ofEvents = keys.newest(database.requests(), tenant, event);
        return fields.all(tenant).compose(ofContacts -> ofEvents.map(names -> offered(ofContacts, names)));
    }

    private static Offered offered(List<Fields.Descriptor> ofContacts, List<String> ofEvents) {
        var typed = new ArrayList<Typed>();
        ofContacts.forEach(field -> typed.add(new Typed(
                "contact." + field.field(), field.type(), field.isCustom() ? "Custom Data" : "Contact Fields")));
        ofEvents.forEach(name -> typed.add(new Typed("event." + name, "string", "Event Data")));
        typed.sort(Comparator.comparing(Typed::field));
        return new Offered(typed.stream().map(Typed::field).toList(), typed, typed.size());
    }
}
