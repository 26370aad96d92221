package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard behind a proxy that ends TLS, has a path before ours and hands an answer on only when it is whole. */
class DashboardProxyTest {

    private static final String PREFIX = "/mail";

    @Test
    void everyPageWorksBelowAPathOfTheProxyAndShowsNewsWithoutAStream(@TempDir Path folder) {
        behindProxy(folder, (server, browser) -> {
            browser.visit("/sign-in").settled();
            browser.fill("email", "demo@example.test").fill("password", server.password());
            browser.press("Sign in")
                    .awaitText("Send your first email")
                    .press("Emails")
                    .awaitText("No emails yet");

            assertThat(browser.browser().evaluate("location.pathname"))
                    .isEqualTo(PREFIX + "/app/p/" + server.projectId(0) + "/emails");
            assertThat(browser.browser().complaints()).isEmpty();
            browser.awaitText("Reconnecting");

            send(server);

            browser.awaitTextWithin(Duration.ofSeconds(15), "Behind a proxy");
        });
    }

    @Test
    void theLinkOfAnInvitationLeadsIntoTheDashboardBelowAPathOfTheProxy(@TempDir Path folder) {
        behindProxy(folder, (server, browser) -> {
            var invited = new JsonObject().put("email", "invited@example.com");
            BrowserUser.demo(server).post("/projects/" + server.projectId(0) + "/members", invited);
            var token = new CaughtMessages(server).token("invited@example.com", "You are invited to a project");

            browser.browser().open(browser.baseUrl() + "/auth/accept-invitation?token=" + token);
            browser.fill("password", "a sentence of the invited").press("Join").awaitText("You are a member now");
            browser.press("Open the dashboard").awaitText("Emails");

            assertThat(browser.browser().evaluate("location.pathname"))
                    .asString()
                    .startsWith(PREFIX + "/app/");
        });
    }

    private static void behindProxy(Path folder, BiConsumer<TestServer, DashboardBrowser> test) {
        var vertx = Vertx.vertx();
        var port = FreePorts.free();
        var publicUrl = "https://localhost:" + port + PREFIX;
        try (var server = TestServer.start(Map.of("GODWIT_PUBLIC_URL", publicUrl))) {
            var client = vertx.createHttpClient();
            vertx.createHttpServer(new HttpServerOptions()
                            .setSsl(true)
                            .setKeyCertOptions(TestCertificate.make(folder).serverOptions()))
                    .requestHandler(request -> pass(request, client, server.baseUrl()))
                    .listen(port, "127.0.0.1")
                    .await();
            try (var browser = DashboardBrowser.at(publicUrl)) {
                browser.browser().trustAnyCertificate();
                test.accept(server, browser);
            }
        } finally {
            vertx.close().await();
        }
    }

    private static void send(TestServer server) {
        var email = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Behind a proxy")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);
    }

    /** Takes the path off, and buffers bodies both ways. */
    private static void pass(HttpServerRequest request, HttpClient client, String target) {
        if (!request.uri().startsWith(PREFIX)) {
            request.response().setStatusCode(404).end();
            return;
        }
        var options = new RequestOptions()
                .setMethod(request.method())
                .setAbsoluteURI(target + request.uri().substring(PREFIX.length()));
        request.body()
                .compose(body -> client.request(options).compose(onward -> {
                    onward.headers().addAll(request.headers());
                    // A stream that nobody waits for would keep one of the few connections to the server for ever.
                    request.connection().closeHandler(ignored -> onward.reset());
                    return onward.send(body);
                }))
                .compose(answer -> {
                    request.response()
                            .setStatusCode(answer.statusCode())
                            .headers()
                            .addAll(answer.headers());
                    return answer.body();
                })
                .compose(body -> request.response().end(body))
                .onFailure(gone -> request.response().reset());
    }
}
