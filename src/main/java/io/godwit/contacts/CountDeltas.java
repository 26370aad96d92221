package io.godwit.contacts;

import io.godwit.core.id.ProjectId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sums the count deltas that one transaction adds for its projects: contacts, subscribed contacts, and contacts that have each
 * custom field. A contact is subtracted as it was and added as it is; equal parts cancel out.
 */
public final class CountDeltas {

    /** Counts all contacts. No custom field can have this name, it is dropped from {@code data}. */
    public static final String CONTACTS = "email";

    /** Counts those subscribed; no custom field can have this name either. */
    public static final String SUBSCRIBED = "subscribed";

    private final Map<ProjectId, Map<String, Long>> projectToDeltas = new HashMap<>();

    /** Counts a change of a contact; null stands for one that is not there. */
    void changed(ProjectId project, @Nullable Contact before, @Nullable Contact after) {
        var deltas = projectToDeltas.computeIfAbsent(project, ignored -> new HashMap<>());
        if (before == null || after == null) {
            all(deltas, before, -1);
            all(deltas, after, 1);
            return;
        }
        if (before.subscribed() != after.subscribed()) {
            add(deltas, SUBSCRIBED, after.subscribed() ? 1 : -1);
        }
        if (!before.sharesData(after)) {
            fields(deltas, before.data(), after.data(), -1);
            fields(deltas, after.data(), before.data(), 1);
        }
    }

    private static void all(Map<String, Long> deltas, @Nullable Contact contact, long sign) {
        if (contact != null) {
            add(deltas, CONTACTS, sign);
            if (contact.subscribed()) {
                add(deltas, SUBSCRIBED, sign);
            }
            fields(deltas, contact.data(), Map.of(), sign);
        }
    }

    /** Counts the members of {@code data} whose values are others in {@code others}. */
    private static void fields(
            Map<String, Long> deltas,
            Map<String, @Nullable Object> data,
            Map<String, @Nullable Object> others,
            long sign) {
        data.forEach((key, value) -> {
            if (value != null && !value.equals(others.get(key))) {
                FieldPaths.each(key, value, (path, ignored) -> add(deltas, path, sign));
            }
        });
    }

    private static void add(Map<String, Long> deltas, String name, long delta) {
        deltas.merge(name, delta, CountDeltas::sum);
    }

    /** Null, which removes the entry, where nothing is left. */
    private static @Nullable Long sum(Long one, Long other) {
        return one + other == 0 ? null : one + other;
    }

    boolean isEmpty() {
        return projectToDeltas.values().stream().allMatch(Map::isEmpty);
    }

    /** Only projects with something to add; no delta is 0. */
    Map<ProjectId, Map<String, Long>> deltas() {
        projectToDeltas.values().removeIf(Map::isEmpty);
        return projectToDeltas;
    }
}
