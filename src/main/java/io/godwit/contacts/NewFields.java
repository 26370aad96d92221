package io.godwit.contacts;

import io.godwit.core.ProjectId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The custom fields of one transaction whose type may not be fixed yet, in the order they were seen: the first value of a
 * field that is not null decides. Fields this node has seen before are not even asked for.
 */
public final class NewFields {

    record Field(ProjectId project, String name) {}

    private final Function<ProjectId, Set<String>> projectToKnown;
    private final Map<Field, FieldType> fieldToType = new HashMap<>();

    NewFields(Function<ProjectId, Set<String>> projectToKnown) {
        this.projectToKnown = projectToKnown;
    }

    /** Takes note of what one accepted call sets. */
    public void note(ProjectId project, Patch patch) {
        if (patch.members().isEmpty()) {
            return;
        }
        var known = projectToKnown.apply(project);
        patch.members().forEach((name, value) -> {
            if (value != null && !known.contains(name)) {
                fieldToType.putIfAbsent(new Field(project, name), FieldType.of(value));
            }
        });
    }

    public boolean isEmpty() {
        return fieldToType.isEmpty();
    }

    /** To be called after the commit: these need no look any more. */
    public void remember() {
        fieldToType
                .keySet()
                .forEach(field -> projectToKnown.apply(field.project()).add(field.name()));
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
