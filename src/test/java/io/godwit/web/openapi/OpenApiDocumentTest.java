package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document of all routes, from a running server and from the build. */
@GodwitServer
class OpenApiDocumentTest {

    private static TestServer server;

    private static JsonObject served() {
        return new JsonObject(server.get("/openapi.json", "").body());
    }

    @Test
    void theFileOfTheBuildSaysWhatTheServerSays(@TempDir Path folder) throws Exception {
        var file = folder.resolve("made/openapi.json");

        OpenApiFile.main(new String[] {file.toString()});

        var written = new JsonObject(Files.readString(file));
        assertThat(written.getJsonObject("paths").getMap().keySet())
                .containsAll(served().getJsonObject("paths").getMap().keySet());
        served().getJsonObject("paths")
                .forEach(path -> assertThat(written.getJsonObject("paths").getJsonObject(path.getKey()))
                        .as(path.getKey())
                        .isEqualTo(path.getValue()));
    }
}
