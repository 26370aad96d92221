package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DenoProject;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A TypeScript client whose types are generated from the document: it compiles, and it calls the server. */
@GodwitServer
class TypeScriptClientTest {

    private static TestServer server;

    @Test
    void theGeneratedClientCompilesAndSendsAnEmail() {
        var project = DenoProject.open("typescript")
                .write("openapi.json", server.get("/openapi.json", "").body());
        project.run(Map.of(), "run", "--quiet", "-A", "generate.ts");

        var sent = project.run(
                Map.of(
                        "GODWIT_URL", server.baseUrl(),
                        "GODWIT_KEY", server.secretKey(0),
                        "GODWIT_FROM", "hello@" + server.domain(0)),
                "run",
                "--quiet",
                "--check",
                "-A",
                "client.ts");

        assertThat(server.get("/emails/" + sent.strip(), server.secretKey(0)).body())
                .contains("typescript@example.com");
    }
}
