package io.godwit.jobs;

import io.godwit.core.Page;
import io.godwit.core.id.Ids;
import io.godwit.jobs.DeadLetterStore.DeadLetter;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.godwit.web.lists.PageRequest;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The endpoints of {@code /dead-letters}. */
public final class DeadLetterRoutes implements Routes {

    private static final String PATH = "/dead-letters";

    private final DeadLetterService deadLetters;
    private final CursorCodec cursors;

    public DeadLetterRoutes(DeadLetterService deadLetters, CursorCodec cursors) {
        this.deadLetters = deadLetters;
        this.cursors = cursors;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(PATH)
                .query(PageRequest::of, query -> query.oneOf("kind", DeadLetterRequeuer.DeadLetterKind.WORDS))
                .answers(Page.class, DeadLetter.class)
                .to(this::list);
        api.post(PATH + "/retry")
                .body(RetryRequest::parse)
                .answers(RetriedResponse.class)
                .to(this::retry);
    }

    /** The number of jobs that are tried again. */
    record RetriedResponse(boolean success, int retried) {}

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var kind = call.query()
                .oneOf("kind", DeadLetterRequeuer.DeadLetterKind.WORDS)
                .map(DeadLetterRequeuer.DeadLetterKind::valueOf);
        var page = PageRequest.of(call.query());
        var listing = cursors.listing(PATH, tenant.project(), call.query());
        var before = page.cursor().map(cursor -> listing.read(cursor).id());
        var total = before.isPresent() ? Future.succeededFuture(0L) : deadLetters.total(tenant, kind);
        return total.compose(count -> deadLetters
                .page(tenant, kind, before, page.size() + 1)
                .map(found -> ApiResponse.ok(page(listing, found, page.size(), count))));
    }

    private Page<DeadLetter> page(Listing listing, List<DeadLetter> found, int size, long total) {
        var shown = found.subList(0, Math.min(size, found.size()));
        var hasMore = found.size() > size;
        var cursor = hasMore
                ? Optional.of(listing.write(
                        new Position("", shown.get(shown.size() - 1).id())))
                : Optional.<String>empty();
        return new Page<>(shown, cursor, hasMore, total);
    }

    private Future<ApiResponse> retry(ApiRequest call) {
        var request = RetryRequest.parse(call.body());
        return deadLetters
                .retry(call.tenant(), request.kind(), request.ids())
                .map(count -> ApiResponse.ok(new RetriedResponse(true, count)));
    }

    /** The body of {@code POST /dead-letters/retry}. */
    private record RetryRequest(Optional<DeadLetterRequeuer.DeadLetterKind> kind, List<UUID> ids) {

        static RetryRequest parse(JsonBody body) {
            var kind = body.optionalEnum("kind", DeadLetterRequeuer.DeadLetterKind.class);
            var ids = readIds(body);
            return body.build(() -> new RetryRequest(kind, ids));
        }
    }

    private static List<UUID> readIds(JsonBody body) {
        body.expects("ids", MemberType.list(MemberType.TEXT, 0, DeadLetterService.MAX_RETRIED));
        var ids = new ArrayList<UUID>();
        body.optionalList("ids").orElse(List.of()).forEach(id -> Ids.parse(String.valueOf(id))
                .ifPresentOrElse(ids::add, () -> body.issue("ids", "invalid_string", "Expected ids")));
        if (ids.size() > DeadLetterService.MAX_RETRIED) {
            body.issue("ids", "too_big", "At most " + DeadLetterService.MAX_RETRIED + " ids");
        }
        return ids;
    }
}
