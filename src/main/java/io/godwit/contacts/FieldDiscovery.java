package io.godwit.contacts;

import io.godwit.core.id.ProjectId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the custom fields of one transaction whose type may not be fixed yet, in the order they were seen: the first value
 * that is not null decides the type. Fields in this node's cache are skipped.
 */
final class FieldDiscovery {

    record Field(ProjectId project, String name) {}

    /**
     * Max fields of a project that are cached as known; further ones are registered with every change. Many names are made up by a
     * program, and there is no end of them.
     */
    private static final int MAX_CACHED = 2_000;

    private final Function<ProjectId, Set<String>> projectToKnown;
    private final Map<Field, FieldType> fieldToType = new HashMap<>();

    FieldDiscovery(Function<ProjectId, Set<String>> projectToKnown) {
        this.projectToKnown = projectToKnown;
    }

    /** Takes note of what one accepted change sets. */
    void note(ProjectId project, @Nullable Contact before, Contact after) {
        if (before != null && before.sharesData(after)) {
            return;
        }
        var known = projectToKnown.apply(project);
        var old = before == null ? Map.<String, @Nullable Object>of() : before.data();
        after.data().forEach((key, value) -> {
            if (value != null && isNew(known, key, value) && !value.equals(old.get(key))) {
                FieldPaths.each(key, value, (path, inner) -> note(known, new Field(project, path), inner));
            }
        });
    }

    /** True when the field may be new; members of an object may be new although its key is not. */
    private static boolean isNew(Set<String> known, String key, Object value) {
        return value instanceof Map || !known.contains(key);
    }

    private void note(Set<String> known, Field field, Object value) {
        if (!known.contains(field.name())) {
            fieldToType.putIfAbsent(field, FieldType.of(value));
        }
    }

    boolean isEmpty() {
        return fieldToType.isEmpty();
    }

    /** Caches the fields as known; to be called after the commit. */
    void cache() {
        fieldToType.keySet().forEach(this::cache);
    }

    /**
     * Caches all fields but {@code fresh} as known: they had a type before this transaction, so this holds even when it is rolled
     * back.
     */
    void cacheExcept(Set<Field> fresh) {
        fieldToType.keySet().stream().filter(field -> !fresh.contains(field)).forEach(this::cache);
    }

    private void cache(Field field) {
        var known = projectToKnown.apply(field.project());
        if (known.size() < MAX_CACHED) {
            known.add(field.name());
        }
    }

    /** In one order for every writer, so that two of them never wait for each other in a circle. */
    List<Map.Entry<Field, FieldType>> sorted() {
        return fieldToType.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparing((Field field) -> field.project().value())
                                .thenComparing(Field::name)))
                .toList();
    }
}
