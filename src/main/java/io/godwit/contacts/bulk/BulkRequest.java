package io.godwit.contacts.bulk;

import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.contacts.api.ContactRequest;
import io.godwit.core.id.Ids;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The body of a bulk operation: {@code {contactIds}}, the same with {@code mode: ids}, or {@code mode: query} with a filter.
 *
 * @param ids as written, each once; empty in query mode
 * @param query the contacts to look for; empty when ids are given
 * @param proof why contacts that had opted out may be mailed again
 */
record BulkRequest(Set<String> ids, Optional<ContactSelection> query, Optional<String> proof) {

    private static final String SEGMENT = "segmentId";
    private static final String CONDITION = "condition";

    private static final int MAX_IDS = 1_000;
    private static final int MAX_EXCLUDED = 10_000;
    private static final int MAX_SEARCH_LENGTH = 255;

    /** Twice a UUID: longer texts are no ids, and are not worth repeating in an answer. */
    private static final int MAX_ID_LENGTH = 72;

    /**
     * Contacts by a part of their address, their subscription, a segment and a condition; of these all but the excluded.
     *
     * @param search part of an address, brought to lower case as addresses are
     * @param segment an id as it was sent
     * @param condition a filter as it was sent
     */
    record ContactSelection(
            Optional<String> search,
            Optional<Boolean> subscribed,
            Optional<String> segment,
            Optional<Map<String, @Nullable Object>> condition,
            Set<String> excluded) {

        ContactSelection {
            search = search.map(text -> text.toLowerCase(Locale.ROOT));
        }

        /** Returns whether a segment or a condition narrows it down, which are looked up in other tables than the contacts. */
        boolean isSelected() {
            return segment.isPresent() || condition.isPresent();
        }
    }

    static BulkRequest parse(JsonBody body) {
        var mode = mode(body);
        var ids = ids(body, "contactIds", MAX_IDS);
        var excluded = ids(body, "excludeIds", MAX_EXCLUDED);
        var selection = query(body, excluded);
        if (mode.equals("query") && !body.has("filter")) {
            body.missing("filter");
        } else if (mode.equals("ids") && !body.has("contactIds")) {
            body.missing("contactIds");
        } else if (mode.equals("ids") && body.raw("contactIds") instanceof List<?> none && none.isEmpty()) {
            body.issue("contactIds", "too_small", "Array must contain at least 1 element(s)");
        }
        var proof = ContactRequest.readProof(body);
        return body.build(() -> mode.equals("query")
                ? new BulkRequest(Set.of(), Optional.of(selection), proof)
                : new BulkRequest(ids, Optional.empty(), proof));
    }

    private static String mode(JsonBody body) {
        body.expects("mode", MemberType.words("ids", "query"));
        var mode = body.raw("mode");
        if (mode == null) {
            return "ids";
        }
        if (!mode.equals("ids") && !mode.equals("query")) {
            body.issue("mode", "invalid_union_discriminator", "Expected ids or query");
        }
        return mode.toString();
    }

    private static Set<String> ids(JsonBody body, String name, int max) {
        body.expects(name, MemberType.list(MemberType.text(0, MAX_ID_LENGTH), 0, max));
        var ids = new LinkedHashSet<String>();
        var list = body.optionalList(name).orElse(List.of());
        if (list.size() > max) {
            body.issue(name, "too_big", "Array must contain at most " + max + " element(s)");
            return ids;
        }
        for (var at = 0; at < list.size(); at++) {
            addId(body, name + "." + at, list.get(at), ids);
        }
        return ids;
    }

    private static void addId(JsonBody body, String name, @Nullable Object id, Set<String> ids) {
        if (id == null) {
            body.missing(name);
        } else if (!(id instanceof String text)) {
            body.wrongType(name, "string", id);
        } else if (text.length() > MAX_ID_LENGTH) {
            body.issue(name, "invalid_string", "Invalid uuid");
        } else {
            ids.add(Ids.parse(text).map(UUID::toString).orElse(text));
        }
    }

    private static ContactSelection query(JsonBody body, Set<String> excluded) {
        body.expects("filter", MemberType.object("ContactSelection", filter -> selection(filter, Set.of())));
        return body.optionalObject("filter")
                .map(members -> selection(filter(body, members), excluded))
                .orElseGet(() -> selection(JsonBody.of(Map.of()), excluded));
    }

    /** Refuses a segment or a condition that is null: without it the operation would change all contacts. */
    private static JsonBody filter(JsonBody body, Map<String, @Nullable Object> members) {
        var filter = body.child("filter", members);
        for (var name : List.of(SEGMENT, CONDITION)) {
            if (members.containsKey(name) && members.get(name) == null) {
                filter.missing(name);
            }
        }
        return filter;
    }

    private static ContactSelection selection(JsonBody filter, Set<String> excluded) {
        return new ContactSelection(
                filter.optionalText("search", 0, MAX_SEARCH_LENGTH).filter(text -> !text.isEmpty()),
                filter.optionalFlag("subscribed"),
                filter.optionalText(SEGMENT, 0, MAX_ID_LENGTH),
                filter.optionalObject(CONDITION),
                excluded);
    }

    /** The input of the job. */
    Map<String, @Nullable Object> input(BulkOperation operation) {
        var input = new LinkedHashMap<String, @Nullable Object>();
        input.put("operation", operation.name());
        input.put("proof", proof.orElse(null));
        query.ifPresentOrElse(
                wanted -> {
                    input.put("search", wanted.search().orElse(null));
                    input.put("subscribed", wanted.subscribed().orElse(null));
                    input.put("excluded", List.copyOf(wanted.excluded()));
                    if (wanted.isSelected()) {
                        input.put(SEGMENT, wanted.segment().orElse(null));
                        input.put(CONDITION, wanted.condition().orElse(null));
                        // Without it a node of an older version, which knows no conditions, would change all contacts.
                        input.put("ids", List.of());
                    }
                },
                () -> input.put("ids", List.copyOf(ids)));
        return input;
    }

    /** Reads what {@link #input} wrote. */
    @SuppressWarnings("unchecked")
    static BulkRequest of(Map<String, @Nullable Object> input) {
        var proof = Optional.ofNullable((String) input.get("proof"));
        if (input.get("ids") instanceof List<?> ids && !input.containsKey(CONDITION)) {
            return new BulkRequest(texts(ids), Optional.empty(), proof);
        }
        var excluded = input.get("excluded") instanceof List<?> ids ? texts(ids) : Set.<String>of();
        return new BulkRequest(
                Set.of(),
                Optional.of(new ContactSelection(
                        Optional.ofNullable((String) input.get("search")),
                        Optional.ofNullable((Boolean) input.get("subscribed")),
                        Optional.ofNullable((String) input.get(SEGMENT)),
                        Optional.ofNullable((Map<String, @Nullable Object>) input.get(CONDITION)),
                        excluded)),
                proof);
    }

    /** The weight of the operation against opt-outs. */
    SubscriptionAuthority authority() {
        return proof.isPresent() ? SubscriptionAuthority.STATED : SubscriptionAuthority.BULK;
    }

    private static Set<String> texts(List<?> list) {
        var texts = new LinkedHashSet<String>();
        list.forEach(text -> texts.add(String.valueOf(text)));
        return texts;
    }
}
