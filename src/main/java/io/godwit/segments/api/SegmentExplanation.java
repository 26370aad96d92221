package io.godwit.segments.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.segments.filter.AgeUnit;
import io.godwit.segments.filter.ConditionGroup;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterCondition;
import io.godwit.segments.filter.FilterLogic;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The explanation why a contact is or is not in a segment.
 *
 * @param matches whether the contact matches the filter now; for a static segment whether it is a member
 * @param member whether the table of members has it; absent for a segment that has none
 * @param explanation the filter with the result of each part; absent for a static segment
 */
record SegmentExplanation(
        ContactId contactId,
        EmailAddress email,
        boolean matches,
        Optional<Boolean> member,
        Optional<Part> explanation) {

    /** The value found for one condition, as JSON or null for none, and whether the condition held. */
    record Finding(boolean held, @Nullable String found) {}

    /** A group or a condition of the filter. */
    sealed interface Part permits GroupExplanation, ConditionExplanation {
        boolean held();
    }

    /** A group: {@code {operator, held, conditions}}. */
    record GroupExplanation(FilterLogic operator, boolean held, List<Part> conditions) implements Part {}

    /** A condition with the value found. */
    record ConditionExplanation(
            String field,
            String operator,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Object value,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String unit,

            boolean held,
            @JsonRawValue @JsonProperty("found") @Nullable String found)
            implements Part {}

    /** {@code findings} are those of the filter's conditions from left to right. */
    static Part part(Filter filter, Iterator<Finding> findings) {
        if (filter instanceof FilterCondition condition) {
            var finding = findings.next();
            return new ConditionExplanation(
                    condition.field().name(),
                    condition.operator().code(),
                    condition.value(),
                    condition.unit().map(AgeUnit::code).orElse(null),
                    finding.held(),
                    finding.found());
        }
        var group = (ConditionGroup) filter;
        var parts =
                group.members().stream().map(member -> part(member, findings)).toList();
        var held = group.logic() == FilterLogic.AND
                ? parts.stream().allMatch(Part::held)
                : parts.stream().anyMatch(Part::held);
        return new GroupExplanation(group.logic(), held, parts);
    }
}
