package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Watches the calls of the API that pages make to show themselves, of which each may make four. */
final class PageCalls {

    static final int MAX_CALLS = 4;

    /** Pages of a project below {@code /app/p/ID}. */
    static final List<String> PAGES = List.of(
            "",
            "emails",
            "emails?status=BOUNCED",
            "activity",
            "events",
            "contacts",
            "contacts?search=77%40example",
            "contacts?search=nobody-has-this",
            "contacts?subscribed=false",
            "contacts/fields",
            "segments",
            "campaigns",
            "workflows",
            "analytics",
            "suppressions",
            "templates",
            "campaigns/new",
            "segments/new",
            "workflows/new",
            "contacts/jobs",
            "domains",
            "keys",
            "team",
            "webhooks",
            "audit",
            "mailbox",
            "system");

    /** The pages of one thing each; {@code :id} stands for the one that its list shows first. */
    static final List<String> DETAILS = List.of(
            "contacts/:id",
            "emails/:id",
            "segments/:id",
            "templates/:id",
            "campaigns/:id",
            "campaigns/:id/recipients",
            "workflows/:id",
            "domains/:id");

    /**
     * Notes each call when it begins and when its answer is read. What the browser itself notes of a call is there at its end only,
     * so that a call under way, on a busy machine the only one of a page, would not be counted.
     */
    private static final String WATCH = """
            window.asked = []; window.answeredAt = 0;
            const send = window.fetch;
            window.fetch = async (...request) => {
              const call = {address: new URL(request[0].url ?? request[0], location.href), begun: performance.now(), bytes: 0};
              window.asked.push(call);
              const end = () => { call.ended = window.answeredAt = performance.now(); };
              const answer = await send(...request).catch(error => { end(); throw error; });
              answer.clone().arrayBuffer().then(body => { call.bytes = body.byteLength; }, () => {}).finally(end);
              return answer;
            };
            """;

    /** Leaves out the calls that show the shell with its banner, the stream, and files. */
    private static final String CALLS =
            "asked.filter(each => !/\\/(stream|app|config|users\\/@me|security)(\\/|$)/.test(each.address.pathname))";

    /** The page has made a call, has every answer, and has called for nothing more for longer than any of them waits to begin. */
    private static final String ANSWERED =
            CALLS + ".length > 0 && asked.every(each => each.ended)" + " && performance.now() - answeredAt > 400";

    private static final String TOLD = "JSON.stringify(" + CALLS
            + ".map(({address, begun, ended, bytes}) => ({path: address.href.replace(location.origin, ''), bytes,"
            + " millis: performance.getEntriesByName(address.href).at(-1)?.duration ?? ended - begun})))";

    /** One call with the time to its answer and the size of that, unpacked. */
    record Call(String path, double millis, int bytes) {}

    private final DashboardBrowser dashboard;

    private PageCalls(DashboardBrowser dashboard) {
        this.dashboard = dashboard;
    }

    /** Watches the pages that are opened from now on. */
    static PageCalls watch(DashboardBrowser dashboard) {
        dashboard.browser().runFirst(WATCH);
        return new PageCalls(dashboard);
    }

    /** All pages of a project that has something of each kind. */
    static Stream<String> pages(TestServer server) {
        return Stream.concat(PAGES.stream(), DETAILS.stream()).map(page -> first(server, page));
    }

    /** The page of the thing that comes first in its list; a page of no one thing as it is. */
    static String first(TestServer server, String page) {
        if (!page.contains(":id")) {
            return page;
        }
        var kind = page.substring(0, page.indexOf('/'));
        var path = Map.of(
                        "emails", "/emails",
                        "campaigns", "/campaigns?status=SENT",
                        "workflows", "/workflows?limit=1",
                        "domains", "/domains/project/" + server.projectId(0))
                .getOrDefault(kind, "/" + kind);
        var found = Json.decodeValue(server.get(path, server.secretKey(0)).body());
        var list = found instanceof JsonArray bare ? bare : ((JsonObject) found).getJsonArray("data");
        return page.replace(":id", list.getJsonObject(0).getString("id"));
    }

    /** Opens the page; answers each call once, with the longest time it took. */
    List<Call> of(String page) {
        dashboard.open(page);
        return made();
    }

    /** The same for the page that is open. */
    List<Call> made() {
        dashboard.browser().await(ANSWERED);
        var found = new JsonArray(String.valueOf(dashboard.browser().evaluate(TOLD)));
        var calls = new LinkedHashMap<String, Call>();
        found.stream()
                .map(JsonObject.class::cast)
                .map(each -> new Call(each.getString("path"), each.getDouble("millis"), each.getInteger("bytes")))
                .forEach(call ->
                        calls.merge(call.path(), call, (one, other) -> one.millis() > other.millis() ? one : other));
        return List.copyOf(calls.values());
    }
}
