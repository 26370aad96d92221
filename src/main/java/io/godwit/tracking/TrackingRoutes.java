package io.godwit.tracking;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.tracking.VisitRecorder.Visitor;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Base64;
import java.util.Map;

/** Serves the tracking picture and redirects tracking links. */
public final class TrackingRoutes implements Routes {

    /** A transparent picture of one pixel (GIF89a). */
    private static final byte[] PIXEL =
            Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

    private final VisitRecorder visits;

    public TrackingRoutes(VisitRecorder visits) {
        this.visits = visits;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(TrackingRewriter.OPEN + ":token")
                .access(Access.OPEN)
                .answersFile("image/gif")
                .to(this::open);
        api.get(TrackingRewriter.CLICK + ":token/:target")
                .access(Access.OPEN)
                .answersFile(302, "text/plain")
                .to(this::click);
    }

    private Future<ApiResponse> open(ApiRequest call) {
        var pixel = visits.pixel(call.path("token")).orElseThrow(() -> unknown("Picture"));
        return visits.record(pixel, visitor(call))
                .map(ignored -> new ApiResponse(200, PIXEL, Map.of("Content-Type", "image/gif")));
    }

    private Future<ApiResponse> click(ApiRequest call) {
        var link = visits.link(call.path("token"), call.path("target")).orElseThrow(() -> unknown("Link"));
        return visits.record(link, visitor(call))
                .map(ignored -> new ApiResponse(
                        302,
                        "Found",
                        Map.of("Location", link.address().orElseThrow(), "Content-Type", "text/plain; charset=utf-8")));
    }

    private static Failure unknown(String what) {
        return Failure.of(Kind.RESOURCE_NOT_FOUND, what + " not found");
    }

    private static Visitor visitor(ApiRequest call) {
        return new Visitor(HitClass.of(call), call.header("User-Agent"), call.clientAddress());
    }
}
