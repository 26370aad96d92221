package io.godwit.delivery.tls.report;

import io.godwit.accounts.Operators;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.godwit.delivery.tls.report.ReceivedTlsReportStore.ReceivedRow;
import io.godwit.delivery.tls.report.TlsReportStore.ReportRow;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** The TLS reports, for operators. An API key belongs to no user, so requests with one get a 404. */
public final class TlsReportRoutes implements Routes {

    private static final int SHOWN = 100;

    private final Operators operators;
    private final Database database;
    private final TlsReportStore sent = new TlsReportStore();
    private final ReceivedTlsReportStore received = new ReceivedTlsReportStore();

    public TlsReportRoutes(Operators operators, Database database) {
        this.operators = operators;
        this.database = database;
    }

    /**
     * The newest reports of both directions.
     *
     * @param received those of others about mail to us
     * @param sent those we owe or have sent
     */
    record TlsReportsResponse(List<ReceivedRow> received, List<ReportRow> sent) {}

    @Override
    public void mount(RouteTable api) {
        api.get("/tls-reports")
                .access(Access.USER)
                .answers(TlsReportsResponse.class)
                .fails(Kind.FORBIDDEN)
                .to(this::list);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var user = call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
        return operators.require(user.user()).compose(ignored -> {
            var receivedReports = received.latest(database.requests(), SHOWN);
            var sentReports = sent.latest(database.requests(), SHOWN);
            return Future.all(receivedReports, sentReports)
                    .map(found ->
                            ApiResponse.ok(new TlsReportsResponse(receivedReports.result(), sentReports.result())));
        });
    }
}
