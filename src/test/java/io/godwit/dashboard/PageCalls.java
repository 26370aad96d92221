package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The calls of the API that a page makes to show itself, of which it may make four. */
final class PageCalls {

    static final int MAX_CALLS = 4;

    /** Pages of a project below {@code /app/p/ID}. */
    static final List<String> PAGES = List.of(
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
            "suppressions",
            "templates",
            "campaigns/new",
            "segments/new",
            "contacts/jobs",
            "domains",
            "keys",
            "team",
            "webhooks",
            "audit",
            "mailbox",
            "system");

    /** Leaves out the calls that show the shell with its banner, the stream, and files. */
    private static final String CALLS =
            "performance.getEntriesByType('resource').filter(each => each.initiatorType === 'fetch'"
                    + " && !/\\/(stream|app|config|users\\/@me|security)(\\/|$)/.test(new URL(each.name).pathname))"
                    + ".map(each => ({path: each.name.replace(location.origin, ''), millis: each.duration}))";

    private PageCalls() {}

    /** Opens the page; answers the address of each call with its milliseconds. */
    static Map<String, Double> of(DashboardBrowser dashboard, String page) {
        return madeBy(dashboard.open(page));
    }

    /** The same for the page that is open. */
    static Map<String, Double> madeBy(DashboardBrowser dashboard) {
        var found = new JsonArray(String.valueOf(dashboard.browser().evaluate("JSON.stringify(" + CALLS + ")")));
        var calls = new LinkedHashMap<String, Double>();
        found.forEach(call -> {
            var each = (JsonObject) call;
            calls.merge(each.getString("path"), each.getDouble("millis"), Math::max);
        });
        return calls;
    }
}
