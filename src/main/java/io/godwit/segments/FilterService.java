package io.godwit.segments;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.CustomField;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterCondition;
import io.godwit.segments.filter.FilterReader;
import io.godwit.segments.filter.FilterWriter;
import io.godwit.web.JsonBody;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads, checks, stores and shows filters for other features. */
public final class FilterService {

    private FilterService() {}

    /** The filter a request gives under either name, in either spelling; mistakes are noted on the body. */
    public static Optional<Filter> read(JsonBody body, String first, String second) {
        return FilterReader.of(body, first, second);
    }

    /** A filter in either spelling as a client sent it under a name; throws a 422 with every mistake. */
    static Filter sent(String name, Map<String, @Nullable Object> members) {
        var body = JsonBody.sent(Map.of(name, members));
        var filter = FilterReader.of(body, name, name);
        return body.build(filter::orElseThrow);
    }

    /** Checks a filter; fails when it leads to a segment that is not there, or to too many. */
    public static Future<Void> check(SegmentService segments, SqlClient db, Tenant tenant, Optional<Filter> filter) {
        return new SegmentEditor(segments, SegmentUsages.NONE).check(db, tenant, Optional.empty(), filter);
    }

    /** JSON that {@link #stored} reads. */
    public static String json(Filter filter) {
        return Json.write(FilterWriter.conditions(filter));
    }

    public static Filter stored(String json) {
        return FilterReader.stored(Json.readObject(json));
    }

    /** The filter as {@code {operator, conditions}}. */
    public static Map<String, @Nullable Object> conditions(Filter filter) {
        return FilterWriter.conditions(filter);
    }

    /** The filter as {@code {logic, groups}}. */
    public static Map<String, @Nullable Object> groups(Filter filter) {
        return FilterWriter.groups(filter);
    }

    /** The segments the filter names itself. */
    public static Set<SegmentId> segments(Filter filter) {
        return SegmentService.referred(filter);
    }

    /** True when the filter uses the field of this name, as filters spell it, or a member of that field. */
    public static boolean uses(Filter filter, String field) {
        return filter.conditions()
                .map(FilterCondition::field)
                .anyMatch(used -> used.name().equals(field)
                        || (used instanceof CustomField && used.name().startsWith(field + ".")));
    }
}
