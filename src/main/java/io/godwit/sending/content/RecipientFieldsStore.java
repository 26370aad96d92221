package io.godwit.sending.content;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the column {@code contents.recipients}: {@code {"to": [{"email", "name"}], "cc": [...]}}. */
public final class RecipientFieldsStore {

    private RecipientFieldsStore() {}

    static String json(DestinationFields fields) {
        return new JsonObject()
                .put("to", array(fields.to()))
                .put("cc", array(fields.cc()))
                .encode();
    }

    private static JsonArray array(List<NamedAddress> mailboxes) {
        var array = new JsonArray();
        mailboxes.forEach(mailbox -> array.add(new JsonObject()
                .put("email", mailbox.address().value())
                .put("name", mailbox.name().orElse(null))));
        return array;
    }

    public static Optional<DestinationFields> read(@Nullable JsonObject column) {
        return Optional.ofNullable(column)
                .map(fields -> new DestinationFields(
                        mailboxes(fields.getJsonArray("to")), mailboxes(fields.getJsonArray("cc"))));
    }

    private static List<NamedAddress> mailboxes(JsonArray array) {
        return array.stream()
                .map(JsonObject.class::cast)
                .map(one -> new NamedAddress(
                        Optional.ofNullable(one.getString("name")), new EmailAddress(one.getString("email"))))
                .toList();
    }
}
