package io.godwit.segments.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The comparison a condition makes with its field. */
public enum FilterOperator {
    EQUALS("equals", Needs.VALUE),
    NOT_EQUALS("notEquals", Needs.VALUE),
    CONTAINS("contains", Needs.VALUE),
    NOT_CONTAINS("notContains", Needs.VALUE),
    GREATER_THAN("greaterThan", Needs.VALUE),
    LESS_THAN("lessThan", Needs.VALUE),
    GREATER_THAN_OR_EQUAL("greaterThanOrEqual", Needs.VALUE),
    LESS_THAN_OR_EQUAL("lessThanOrEqual", Needs.VALUE),
    EXISTS("exists", Needs.NOTHING),
    NOT_EXISTS("notExists", Needs.NOTHING),
    WITHIN("within", Needs.AGE),
    OLDER_THAN("olderThan", Needs.AGE),
    TRIGGERED("triggered", Needs.NOTHING),
    NOT_TRIGGERED("notTriggered", Needs.NOTHING),
    TRIGGERED_WITHIN("triggeredWithin", Needs.AGE),
    TRIGGERED_OLDER_THAN("triggeredOlderThan", Needs.AGE),
    NOT_TRIGGERED_WITHIN("notTriggeredWithin", Needs.AGE),
    MEMBER_OF_SEGMENT("memberOfSegment", Needs.NOTHING),
    NOT_MEMBER_OF_SEGMENT("notMemberOfSegment", Needs.NOTHING);

    /** The members a condition has beside its operator. */
    enum Needs {
        NOTHING,
        VALUE,
        /** A number and a unit, counted back from now. */
        AGE
    }

    static final Set<FilterOperator> EQUALITY = Set.of(EQUALS, NOT_EQUALS);
    static final Set<FilterOperator> SEARCH = Set.of(CONTAINS, NOT_CONTAINS);
    static final Set<FilterOperator> ORDER = Set.of(GREATER_THAN, LESS_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN_OR_EQUAL);
    static final Set<FilterOperator> PRESENCE = Set.of(EXISTS, NOT_EXISTS);
    static final Set<FilterOperator> AGE = Set.of(WITHIN, OLDER_THAN);
    static final Set<FilterOperator> HISTORY =
            Set.of(TRIGGERED, NOT_TRIGGERED, TRIGGERED_WITHIN, TRIGGERED_OLDER_THAN, NOT_TRIGGERED_WITHIN);
    static final Set<FilterOperator> MEMBERSHIP = Set.of(MEMBER_OF_SEGMENT, NOT_MEMBER_OF_SEGMENT);

    private final String code;
    private final Needs needs;

    FilterOperator(String code, Needs needs) {
        this.code = code;
        this.needs = needs;
    }

    /** Returns the operator as the API spells it. */
    public String code() {
        return code;
    }

    Needs needs() {
        return needs;
    }

    static Optional<FilterOperator> of(Object code) {
        return Arrays.stream(values())
                .filter(operator -> operator.code.equals(code))
                .findFirst();
    }

    static List<String> codes() {
        return Arrays.stream(values()).map(FilterOperator::code).toList();
    }
}
