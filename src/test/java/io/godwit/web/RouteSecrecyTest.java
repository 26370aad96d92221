package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests that no answer with a key or a secret is compressed, by the schemas of all answers; a new route is in here by itself. */
@GodwitServer
class RouteSecrecyTest {

    private static final Pattern SECRET =
            Pattern.compile("(?i).*(secret|token|password|passphrase|private|recoverycodes).*|.*key|.*keys");

    /** Members that sound like a secret and are none. */
    private static final Set<String> HARMLESS = Set.of(
            // Names of public DNS records.
            "GET /domains/{id} dkimTokens",
            "GET /domains/project/{projectId} dkimTokens",
            "POST /domains dkimTokens",
            "POST /domains/{id}/keys dkimTokens",
            "GET /domains/{id}/verify tokens",
            // True for a setting that is one.
            "GET /system secret",
            // True for a user that has one.
            "GET /users/@me hasPassword",
            "PATCH /users/@me hasPassword",
            // The number of those left.
            "GET /users/@me/second-factor recoveryCodes",
            // The end of the image's public address.
            "POST /uploads/image key");

    private static TestServer server;

    @Test
    void everyRouteWhoseAnswerHasASecretIsDeclaredConfidential() {
        var document = new JsonObject(server.get("/openapi.json", "").body());

        var declared = new TreeSet<String>();
        var undeclared = new TreeSet<String>();
        for (var route : server.routes()) {
            if (route.access() != Access.OPEN) {
                secrets(document, route)
                        .filter(member -> !HARMLESS.contains(member))
                        .forEach((route.confidential() ? declared : undeclared)::add);
            }
        }

        assertThat(undeclared).isEmpty();
        assertThat(declared)
                .contains(
                        "POST /projects/{id}/keys key",
                        "GET /users/@me/projects secret",
                        "GET /webhooks/secret secret");
    }

    @Test
    void answersToReadsAndWritesAndExportsAreCompressedAndKeysAreNot() throws IOException {
        var keys = "/projects/" + server.projectId(0) + "/keys";
        for (var each = 0; each < 20; each++) {
            server.post(
                    "/v1/track",
                    server.secretKey(0),
                    new JsonObject()
                            .put("email", "reader" + each + "@example.com")
                            .put("event", "seen"));
            server.post(
                    keys,
                    server.secretKey(0),
                    new JsonObject().put("label", "Key " + each).put("scope", "FULL"));
        }

        assertThat(isCompressed("GET", "/contacts?limit=20", "")).isTrue();
        assertThat(isCompressed("GET", "/contacts/export", "")).isTrue();
        assertThat(unpacked(ask("GET", "/contacts/export", "")))
                .isEqualTo(server.get("/contacts/export", server.secretKey(0)).body());
        assertThat(ask("GET", keys, "").body()).hasSizeGreaterThan(1024);
        assertThat(isCompressed("GET", keys, "")).isFalse();
        assertThat(unpacked(ask("GET", "/openapi.json", "")))
                .isEqualTo(server.get("/openapi.json", "").body());
    }

    private static boolean isCompressed(String method, String path, String body) {
        return ask(method, path, body).headers().firstValue("content-encoding").isPresent();
    }

    private static HttpResponse<byte[]> ask(String method, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + server.secretKey(0))
                .header("Content-Type", "application/json")
                .header("Accept-Encoding", "gzip")
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofByteArray())
                .join();
    }

    private static String unpacked(HttpResponse<byte[]> answer) throws IOException {
        assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The members of the answers of success that sound like secrets, each behind its route. */
    private static Stream<String> secrets(JsonObject document, RouteTable.Route route) {
        var path = route.template();
        var method = route.method().name();
        var operation = document.getJsonObject("paths")
                .getJsonObject(path, new JsonObject())
                .getJsonObject(method.toLowerCase(Locale.ROOT), new JsonObject());
        var found = new TreeSet<String>();
        var answers = operation.getJsonObject("responses", new JsonObject());
        answers.fieldNames().stream()
                .filter(status -> status.startsWith("2"))
                .forEach(status -> collect(document, answers.getValue(status), new TreeSet<>(), found));
        return found.stream().map(member -> method + " " + path + " " + member);
    }

    private static void collect(JsonObject document, Object node, Set<String> seen, Set<String> found) {
        if (node instanceof JsonArray list) {
            list.forEach(each -> collect(document, each, seen, found));
        } else if (node instanceof JsonObject object) {
            if (object.getValue("$ref") instanceof String reference && seen.add(reference)) {
                var name = reference.substring(reference.lastIndexOf('/') + 1);
                var schemas = document.getJsonObject("components").getJsonObject("schemas");
                collect(document, schemas.getValue(name), seen, found);
            }
            if (object.getValue("properties") instanceof JsonObject properties) {
                properties.fieldNames().stream()
                        .filter(name -> SECRET.matcher(name).matches())
                        .forEach(found::add);
            }
            object.fieldNames().stream()
                    .filter(name -> !name.equals("example") && !name.equals("examples"))
                    .forEach(name -> collect(document, object.getValue(name), seen, found));
        }
    }
}
