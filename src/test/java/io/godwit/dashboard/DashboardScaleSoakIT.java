package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import java.sql.SQLException;
import java.util.LinkedHashMap;
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

    private static final double MAX_MILLIS = 300;

    /** Of so many visits the quickest answer to each call counts, so that a pause of the machine is no fault of a page. */
    private static final int VISITS = 5;

    @Test
    void everyPageKeepsItsBudgetAtAMillionContactsAndTenMillionEvents() throws SQLException {
        try (var project = LargeProject.start();
                var dashboard = DashboardBrowser.at(project.baseUrl())) {
            dashboard.signIn("demo@example.test", project.password());
            var watched = PageCalls.watch(dashboard);
            var pageToCalls = new LinkedHashMap<String, Map<String, Double>>();
            Stream.concat(PageCalls.PAGES.stream(), details(dashboard, project))
                    .forEach(page -> pageToCalls.put(page, measure(watched, project.page(page))));
            pageToCalls.forEach((page, calls) -> System.out.println("soak: /" + page + " " + calls));

            assertThat(pageToCalls).allSatisfy((page, calls) -> assertThat(calls)
                    .as(page)
                    .hasSizeLessThanOrEqualTo(PageCalls.MAX_CALLS)
                    .allSatisfy((call, millis) -> assertThat(millis).as(call).isLessThan(MAX_MILLIS)));
        }
    }

    /** One contact, one email, one segment and one campaign. */
    private static Stream<String> details(DashboardBrowser dashboard, LargeProject project) {
        return Stream.of("contacts", "emails", "segments", "campaigns").map(list -> {
            dashboard.open(project.page(list));
            dashboard.browser().await("document.querySelector('.table-link') !== null");
            return list + "/"
                    + dashboard.browser().evaluate("document.querySelector('.table-link').pathname.split('/').pop()");
        });
    }

    /** The calls of one page by their addresses, each with the milliseconds of its quickest of some visits. */
    private static Map<String, Double> measure(PageCalls watched, String page) {
        var quickest = new LinkedHashMap<String, Double>();
        for (var visit = 0; visit < VISITS; visit++) {
            watched.of(page).forEach(call -> quickest.merge(call.path(), call.millis(), Math::min));
        }
        return quickest;
    }
}
