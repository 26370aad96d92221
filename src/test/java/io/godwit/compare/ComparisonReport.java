package io.godwit.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences of a whole run as tables: those nobody intended, the intended ones, and what is only in the newer version. */
final class ComparisonReport {

    private final IntendedChanges intended;
    private final Set<String> routes = new TreeSet<>();
    private final List<AnswerDifference> unintended = new ArrayList<>();

    /** By route and place. */
    private final Map<String, Set<String>> additions = new TreeMap<>();

    /** Status by number of answers, of the older version. */
    private final Map<Integer, Integer> statusToCount = new TreeMap<>();

    /** One line for each request: the answers as they came, without ids and times. */
    private final List<String> answers = new ArrayList<>();

    /** Requests whose condition was not fulfilled in time by both versions. */
    private final List<String> unfulfilled = new ArrayList<>();

    private int requests;
    private int same;

    ComparisonReport(IntendedChanges intended) {
        this.intended = intended;
    }

    void add(RecordedRequest request, RecordedAnswer older, RecordedAnswer newer, List<AnswerDifference> differences) {
        requests++;
        answers.add(String.join(
                "\t",
                request.origin().chapter(),
                request.title(),
                Integer.toString(older.status()),
                Integer.toString(newer.status()),
                TokenPairs.plain(older.text()).replaceAll("\\s+", " "),
                TokenPairs.plain(newer.text()).replaceAll("\\s+", " ")));
        if (!older.fulfils(request.sequel().until())
                || !newer.fulfils(request.sequel().until())) {
            unfulfilled.add(request.title());
        }
        routes.add(request.origin().route());
        statusToCount.merge(older.status(), 1, Integer::sum);
        if (differences.stream().allMatch(AnswerDifference::isAdditive)) {
            same++;
        }
        differences.forEach(this::add);
    }

    private void add(AnswerDifference difference) {
        if (difference.isAdditive()) {
            additions
                    .computeIfAbsent(difference.route(), fresh -> new TreeSet<>())
                    .add(difference.where());
        } else if (intended.find(difference).isEmpty()) {
            unintended.add(difference);
        }
    }

    /** Routes that only the older version documents. */
    void gone(Set<String> goneRoutes) {
        goneRoutes.forEach(route -> add(new AnswerDifference(route, "", "route", "documented", AnswerDifference.NONE)));
    }

    List<AnswerDifference> unintended() {
        return unintended;
    }

    List<String> unfulfilled() {
        return unfulfilled;
    }

    List<String> answers() {
        return answers;
    }

    Set<String> routes() {
        return routes;
    }

    String text() {
        return "Requests: " + requests + " to " + routes.size() + " routes; the same answer to " + same
                + ", beside members that only the newer version has. Statuses of the older version: " + statusToCount
                + "\n\n## Differences that are not intended\n\n" + differences()
                + "\n## Intended differences\n\n" + intendedOnes()
                + "\n## Only in the newer version\n\n" + additions();
    }

    private String differences() {
        var table = new StringBuilder("| Route | Request | Where | Older | Newer |\n|---|---|---|---|---|\n");
        grouped()
                .forEach((difference, requestTitles) -> table.append(row(
                        difference.route(),
                        requestTitles.get(0)
                                + (requestTitles.size() > 1 ? " and " + (requestTitles.size() - 1) + " more" : ""),
                        difference.where(),
                        difference.older(),
                        difference.newer())));
        return unintended.isEmpty() ? "None.\n" : table.toString();
    }

    /** The same difference in several requests to a route is one row. */
    private Map<AnswerDifference, List<String>> grouped() {
        var groups = new LinkedHashMap<AnswerDifference, List<String>>();
        unintended.forEach(difference -> groups.computeIfAbsent(
                        new AnswerDifference(
                                difference.route(), "", difference.where(), difference.older(), difference.newer()),
                        fresh -> new ArrayList<>())
                .add(difference.request()));
        return groups;
    }

    private String intendedOnes() {
        var table = new StringBuilder("| Route | Where | Older | Newer | Reason | Seen |\n|---|---|---|---|---|---|\n");
        intended.counts()
                .forEach((change, count) -> table.append(row(
                        change.route(),
                        change.where(),
                        change.older(),
                        change.newer(),
                        change.reason(),
                        count.toString())));
        return table.toString();
    }

    private String additions() {
        var table = new StringBuilder("| Route | Where |\n|---|---|\n");
        additions.forEach((route, places) -> table.append(row(route, String.join(", ", places))));
        return table.toString();
    }

    private static String row(String... columns) {
        var row = new StringBuilder("|");
        for (var column : columns) {
            row.append(' ').append(column.replace("|", "\\|")).append(" |");
        }
        return row.append('\n').toString();
    }
}
