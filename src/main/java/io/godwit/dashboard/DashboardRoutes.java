package io.godwit.dashboard;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LinkPage;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Serves the dashboard below {@code /app/}: the built files, which browsers keep for ever, and the index page for every other
 * path, because the application shows the page a path names.
 */
public final class DashboardRoutes implements Routes {

    private static final String HOME = "/app/";

    private final String base;
    private final Optional<DashboardFiles> files;
    private final Optional<IndexPage> index;

    /** @param publicUrl the address browsers know the server by; a proxy may have put a path before ours */
    public DashboardRoutes(String publicUrl) {
        this(publicUrl, DashboardFiles.read());
    }

    /** Reads the dashboard's files of the jar once for all who ask later; blocks. */
    public static void preload() {
        DashboardFiles.read();
    }

    DashboardRoutes(String publicUrl, Optional<DashboardFiles> files) {
        this.base = pathOf(publicUrl);
        this.files = files;
        this.index = files.map(built -> IndexPage.ofDashboard(built.manifest(), base));
    }

    /** The path of the public address, such as {@code /mail}; empty when it has none. */
    static String pathOf(String publicUrl) {
        var path = Objects.requireNonNullElse(URI.create(publicUrl).getRawPath(), "");
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/")
                .access(Access.OPEN)
                .answersNothing(303)
                .fails(Kind.ROUTE_NOT_FOUND)
                .to(this::root);
        api.get("/auth/login")
                .access(Access.OPEN)
                .query(query -> query.text("message"))
                .answersNothing(303)
                .to(call -> moved(call, "sign-in", "message"));
        api.get("/app").access(Access.OPEN).answersNothing(303).to(ignored -> redirect(HOME));
        api.get("/app/assets/:file")
                .access(Access.OPEN)
                .answersFile("*/*")
                .fails(Kind.ROUTE_NOT_FOUND)
                .to(this::file);
        api.get("/app/*")
                .alias(HOME)
                .access(Access.OPEN)
                .answersFile("text/html")
                .fails(Kind.ROUTE_NOT_FOUND)
                .to(this::page);
    }

    /** Leads a browser to the dashboard; everything else is told that the API has nothing here. */
    private Future<ApiResponse> root(ApiRequest call) {
        var accepted = call.header("Accept").orElse("").toLowerCase(Locale.ROOT);
        if (!accepted.contains("text/html")) {
            throw Failure.of(Kind.ROUTE_NOT_FOUND, "There is nothing at this path");
        }
        return index.isPresent() ? redirect(HOME) : page(call);
    }

    /** The page that replaces an address providers lead to, with one parameter of its query. */
    private Future<ApiResponse> moved(ApiRequest call, String page, String parameter) {
        var value = call.query().text(parameter);
        return redirect(HOME
                + page
                + value.map(text -> "?" + parameter + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                        .orElse(""));
    }

    private Future<ApiResponse> redirect(String path) {
        return Future.succeededFuture(new ApiResponse(303, null, Map.of("Location", base + path)));
    }

    private Future<ApiResponse> page(ApiRequest call) {
        return Future.succeededFuture(index.map(page -> page.response(isTrusted(call)))
                .orElseGet(() -> LinkPage.of(
                        200,
                        "Godwit is running",
                        "This build comes without the dashboard (dashboard.skip); the API answers as always.")));
    }

    /**
     * True where the browser takes the connection for safe: with TLS, or to this machine. It sends {@code Sec-Fetch} headers only
     * there (W3C Fetch Metadata §2).
     */
    static boolean isTrusted(ApiRequest call) {
        return call.header("Sec-Fetch-Site").isPresent();
    }

    private Future<ApiResponse> file(ApiRequest call) {
        var asset = files.flatMap(built -> built.find(call.path("file")))
                .orElseThrow(() -> Failure.of(Kind.ROUTE_NOT_FOUND, "There is nothing at this path"));
        return Future.succeededFuture(asset.response(
                call.header("Accept-Encoding").orElse(""),
                call.header("If-None-Match").orElse("")));
    }
}
