package io.godwit.fuzz;

import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterContext;
import io.godwit.segments.filter.FilterReader;
import io.godwit.segments.filter.FilterSql;
import io.godwit.segments.filter.FilterWriter;
import io.godwit.segments.filter.HistoryJoin;
import io.godwit.segments.filter.SegmentDefinition;
import io.godwit.segments.filter.Selection;
import io.godwit.web.JsonBody;
import io.godwit.web.body.JsonReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The filters of segments, from JSON to SQL. Input: a JSON object as the API takes it. */
public final class SegmentFilterFuzzer {

    private static final ProjectId PROJECT = new ProjectId(new UUID(1, 1));
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$(\\d+)");

    /** A segment that contacts are added to by hand. */
    private static final SegmentId LISTED = segment("00000000-0000-0000-0000-00000000000a");

    /** A segment whose filter names itself. */
    private static final SegmentId CIRCULAR = segment("00000000-0000-0000-0000-00000000000b");

    private static final FilterContext CONTEXT = new FilterContext(
            Set.of("plan"),
            Map.of(
                    LISTED,
                    new SegmentDefinition(Optional.empty()),
                    CIRCULAR,
                    new SegmentDefinition(Optional.of(FilterReader.stored(Json.readObject("""
                            {"operator": "AND", "conditions": [
                                {"field": "segment.00000000-0000-0000-0000-00000000000b", "operator": "memberOfSegment"}]}
                            """))))));

    private SegmentFilterFuzzer() {}

    private static SegmentId segment(String id) {
        return new SegmentId(UUID.fromString(id));
    }

    public static void fuzzerTestOneInput(byte[] data) {
        Filter filter;
        try {
            var body = JsonBody.sent(JsonReader.object(data));
            var read = FilterReader.read(body);
            filter = body.build(() -> read);
        } catch (Failure refused) {
            return;
        }
        for (var join : HistoryJoin.values()) {
            checkSql(selection(filter, join));
        }
        var json = Json.write(FilterWriter.conditions(filter));
        var stored = FilterReader.stored(Json.readObject(json));
        Invariant.same(json, Json.write(FilterWriter.conditions(stored)), "What is stored is read as it was");
        Invariant.same(
                selection(filter, HistoryJoin.ALL).ids(),
                selection(stored, HistoryJoin.ALL).ids(),
                "and means the same");
        var grouped = FilterReader.stored(Json.readObject(Json.write(FilterWriter.groups(filter))));
        Invariant.same(
                Json.write(FilterWriter.conditions(stored.simplified())),
                Json.write(FilterWriter.conditions(grouped.simplified())),
                "Both spellings say the same");
    }

    private static Selection selection(Filter filter, HistoryJoin join) {
        var sql = new FilterSql(PROJECT, join, CONTEXT);
        return sql.selection(filter.requiredSql(sql));
    }

    /** PostgreSQL cannot tell the type of a parameter that no place of a statement uses, and refuses the statement. */
    private static void checkSql(Selection selection) {
        var text = selection.ids();
        SqlVocabulary.check(text);
        var used = PLACEHOLDER
                .matcher(text)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .collect(Collectors.toSet());
        var given =
                IntStream.rangeClosed(1, selection.parameters().size()).boxed().collect(Collectors.toSet());
        Invariant.same(given, used, "Each parameter is used: " + text);
    }
}
