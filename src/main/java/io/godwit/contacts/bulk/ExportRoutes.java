package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.bulk.ExportStore.ExportFilter;
import io.godwit.core.Failure;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Map;

/** The route {@code GET /contacts/export}: all contacts, or those a filter finds, as a CSV file. */
final class ExportRoutes implements Routes {

    private static final int MAX_SEARCH_LENGTH = 255;

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "text/csv; charset=utf-8",
            "Content-Disposition", "attachment; filename=\"contacts.csv\"");

    private final Database database;
    private final WorkerExecutor workers;

    private final ContactSelections selections;

    /** Writes on these workers. */
    ExportRoutes(Database database, WorkerExecutor workers, ContactSelections selections) {
        this.database = database;
        this.selections = selections;
        this.workers = workers;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/contacts/export")
                .query(
                        query -> query.text("search"),
                        query -> query.flag("subscribed"),
                        query -> query.text("segmentId"),
                        query -> query.object("condition"))
                .answersFile("text/csv")
                .to(this::export);
    }

    private Future<ApiResponse> export(ApiRequest call) {
        var query = call.query();
        var filter = new ExportFilter(query.text("search").filter(text -> !text.isEmpty()), query.flag("subscribed"));
        var segment = query.text("segmentId");
        var condition = query.object("condition");
        query.check();
        if (filter.search().filter(text -> text.length() > MAX_SEARCH_LENGTH).isPresent()) {
            throw Failure.invalid(
                    "search", "too_big", "String must contain at most " + MAX_SEARCH_LENGTH + " character(s)");
        }
        return selections
                .narrow(call.tenant(), segment, condition)
                .compose(selected -> ContactExport.begin(database, workers, call.tenant(), filter, selected))
                .map(export -> new ApiResponse(200, export, HEADERS));
    }
}
