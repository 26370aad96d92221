package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the number of projects that one user may own. */
@Tag("server")
class ProjectLimitTest {

    @Test
    void aUserOwnsAsManyProjectsAsTheSettingAllows() {
        try (var strict = TestServer.start(Map.of("GODWIT_PROJECTS_PER_USER", "2"))) {
            var owner = BrowserUser.signedUp(strict, "owner@example.com");
            var project = new JsonObject().put("name", "Shop");
            assertThat(owner.post("/users/@me/projects", project).statusCode()).isEqualTo(201);
            assertThat(owner.post("/users/@me/projects", project).statusCode()).isEqualTo(201);

            var refused = owner.post("/users/@me/projects", project);
            var other = BrowserUser.signedUp(strict, "other@example.com").post("/users/@me/projects", project);

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
            assertThat(refused.body()).contains("You own 2 projects");
            assertThat(new JsonArray(owner.get("/users/@me/projects").body())).hasSize(2);
            assertThat(other.statusCode()).isEqualTo(201);
        }
    }

    @Test
    void projectsThatAreMadeAtOnceAreCountedAgainstTheSettingAsWell() {
        try (var strict = TestServer.start(Map.of("GODWIT_PROJECTS_PER_USER", "2"))) {
            var owner = BrowserUser.signedUp(strict, "owner@example.com");
            var project = new JsonObject().put("name", "Shop");

            var answers = IntStream.range(0, 8)
                    .mapToObj(each -> CompletableFuture.supplyAsync(
                            () -> owner.post("/users/@me/projects", project).statusCode()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            assertThat(answers).filteredOn(status -> status == 201).hasSize(2);
            assertThat(answers).containsOnly(201, 403);
        }
    }
}
