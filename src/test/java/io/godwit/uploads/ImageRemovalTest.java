package io.godwit.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.ObjectStore;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The images of projects that are deleted. */
class ImageRemovalTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** A project of a user. */
    private record OwnProject(BrowserUser owner, String id, String key) {

        static OwnProject on(TestServer server) {
            var owner = BrowserUser.signedUp(server, "owner@example.com");
            var made = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Shop"))
                    .body());
            return new OwnProject(owner, made.getString("id"), made.getString("secret"));
        }

        void delete() {
            assertThat(owner.call("DELETE", "/users/@me/projects/" + id, "").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anImageOfADeletedProjectIsNotFoundAndOthersStay() throws Exception {
        try (var server = TestServer.start()) {
            var project = OwnProject.on(server);
            var image = upload(server, project.key());
            var other = upload(server, server.secretKey(0));

            project.delete();

            await().atMost(TIMEOUT).until(() -> status(image) == 404);
            assertThat(server.dataDir().resolve("uploads").resolve(project.id()))
                    .doesNotExist();
            assertThat(status(other)).isEqualTo(200);
        }
    }

    @Test
    void theImagesOfADeletedProjectAreRemovedFromTheBucketAndOthersStay() throws Exception {
        try (var store = ObjectStore.start();
                var server = TestServer.start(store.settings())) {
            var project = OwnProject.on(server);
            upload(server, project.key());
            upload(server, project.key());
            upload(server, server.secretKey(0));

            project.delete();

            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(store.objects().keySet())
                            .singleElement()
                            .asString()
                            .startsWith("/images/" + server.projectId(0) + "/"));
            assertThat(store.unsigned()).isEmpty();
        }
    }

    /** The address of a new image. */
    private static String upload(TestServer server, String key) throws Exception {
        var head = "--b0undary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n";
        var body = SampleImages.joined(
                SampleImages.text(head), SampleImages.real("png", 4, 3), SampleImages.text("\r\n--b0undary--\r\n"));
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/uploads/image"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "multipart/form-data; boundary=b0undary")
                .POST(BodyPublishers.ofByteArray(body));
        var answer = HTTP.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getString("url");
    }

    private static int status(String url) throws Exception {
        return HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                .statusCode();
    }
}
