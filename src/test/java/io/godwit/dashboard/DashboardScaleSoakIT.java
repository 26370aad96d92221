package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pages of a project with a million contacts, ten million events and a million emails: each is shown with at most four calls,
 * none of them above 300 ms. Run with {@code -Psoak -Dit.test=DashboardScaleSoakIT} on a machine that does nothing else.
 */
@Tag("soak")
final class DashboardScaleSoakIT {

    private static final int MAX_CALLS = 4;
    private static final double MAX_MILLIS = 300;

    /** The quickest of so many visits counts, so that a pause of the machine is no fault of a page. */
    private static final int VISITS = 5;

    private static final List<String> PAGES = List.of(
            "",
            "messages",
            "messages?status=BOUNCED",
            "activity",
            "events",
            "contacts",
            "contacts?search=contact77",
            "contacts?search=nobody-has-this",
            "contacts?status=unsubscribed",
            "contacts/fields",
            "segments",
            "campaigns",
            "workflows",
            "analytics",
            "suppressions");

    /** The calls of the API that the page made, without those that show the shell with its banner, the stream, and files. */
    private static final String CALLS =
            "performance.getEntriesByType('resource').filter(each => each.initiatorType === 'fetch'"
                    + " && !/\\/(stream|app|config|users\\/@me|security)(\\/|$)/.test(new URL(each.name).pathname))"
                    + ".map(each => ({path: each.name.replace(location.origin, ''), millis: each.duration}))";

    @Test
    void everyPageKeepsItsBudgetAtAMillionContactsAndTenMillionEvents() throws SQLException {
        try (var project = LargeProject.start();
                var dashboard = DashboardBrowser.at(project.baseUrl())) {
            dashboard.signIn("demo@example.test", project.password());
            var pageToCalls = new LinkedHashMap<String, Map<String, Double>>();
            Stream.concat(PAGES.stream(), details(dashboard, project))
                    .forEach(page -> pageToCalls.put(page, measure(dashboard, project.page(page))));
            pageToCalls.forEach((page, calls) -> System.out.println("soak: /" + page + " " + calls));

            assertThat(pageToCalls).allSatisfy((page, calls) -> assertThat(calls)
                    .as(page)
                    .hasSizeLessThanOrEqualTo(MAX_CALLS)
                    .allSatisfy((call, millis) -> assertThat(millis).as(call).isLessThan(MAX_MILLIS)));
        }
    }

    /** One contact, one email, one segment and one campaign. */
    private static Stream<String> details(DashboardBrowser dashboard, LargeProject project) {
        return Stream.of("contacts", "messages", "segments", "campaigns").map(list -> {
            dashboard.open(project.page(list));
            dashboard.browser().await("document.querySelector('.table-link') !== null");
            return list + "/"
                    + dashboard.browser().evaluate("document.querySelector('.table-link').pathname.split('/').pop()");
        });
    }

    /** The calls of one page by their addresses, with the milliseconds of the quickest visit. */
    private static Map<String, Double> measure(DashboardBrowser dashboard, String page) {
        return Stream.generate(() -> visit(dashboard, page))
                .limit(VISITS)
                .min(Comparator.comparingDouble(calls -> calls.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(0)))
                .orElseThrow();
    }

    private static Map<String, Double> visit(DashboardBrowser dashboard, String page) {
        dashboard.open(page);
        var found = new JsonArray(String.valueOf(dashboard.browser().evaluate("JSON.stringify(" + CALLS + ")")));
        var calls = new LinkedHashMap<String, Double>();
        found.forEach(call -> {
            var each = (JsonObject) call;
            calls.merge(each.getString("path"), each.getDouble("millis"), Math::max);
        });
        return calls;
    }
}
