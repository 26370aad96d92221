package io.godwit.inbound.received;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.smtp.message.Attachment;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/** Handles {@code GET /emails/:id/attachments/:place}: downloads of the files of received emails. */
public final class ReceivedFileRoutes implements Routes {

    private final Database database;
    private final ReceivedEmailStore received = new ReceivedEmailStore();

    public ReceivedFileRoutes(Database database) {
        this.database = database;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/emails/:id/attachments/:place")
                .answersFile("application/octet-stream")
                .to(this::file);
    }

    /** Answers a file as a download in any case: a file from a stranger is never shown under our own host name. */
    private Future<ApiResponse> file(ApiRequest call) {
        var id = call.path("id");
        var email = Ids.parse(id).map(EmailId::new);
        var place = call.path("place");
        return email.map(known -> find(call, known, place))
                .orElseGet(() -> Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Email", id)))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Attachment", place)))
                .map(file -> ApiResponse.ok(file.bytes())
                        .with("Content-Type", "application/octet-stream")
                        .with("Content-Security-Policy", "sandbox")
                        .with("Content-Disposition", Attachment.disposition(file.filename())));
    }

    /** Finds a file by its index, from 0. */
    private Future<Optional<ReceivedEmailStore.Download>> find(ApiRequest call, EmailId email, String place) {
        return place.matches("\\d{1,4}")
                ? received.file(database.requests(), call.tenant(), email, Integer.parseInt(place))
                : Future.succeededFuture(Optional.empty());
    }
}
