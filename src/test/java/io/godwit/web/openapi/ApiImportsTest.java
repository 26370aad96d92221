package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DenoProject;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The document and the collection in the importers of Bruno and of Postman themselves; their packages weigh 90 MB. */
@GodwitServer
@Tag("soak")
class ApiImportsTest {

    private static TestServer server;

    @Test
    void brunoAndPostmanImportEveryOperation() {
        var document = server.get("/openapi.json", "").body();
        var operations = new JsonObject(document)
                .getJsonObject("paths").stream()
                        .mapToInt(path -> ((JsonObject) path.getValue()).size())
                        .sum();

        var counts = new JsonObject(DenoProject.open("imports")
                .write("openapi.json", document)
                .write("postman.json", server.get("/docs/postman.json", "").body())
                .run(Map.of(), "run", "--quiet", "-A", "imports.ts")
                .lines()
                .reduce("", (before, line) -> line));

        assertThat(counts.getMap().values()).hasSize(4).allMatch(count -> count.equals(operations));
    }
}
