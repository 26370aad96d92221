package io.godwit.demo;

import io.godwit.core.PrivateFiles;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Writes {@code demo.json} in the data directory, readable by its owner alone; replaced as a whole or not at all. */
public final class DemoFile {

    private static final String NAME = "demo.json";

    private final Path directory;

    public DemoFile(Path directory) {
        this.directory = directory;
    }

    Path path() {
        return directory.resolve(NAME);
    }

    /** Blocks. A password the given credentials lack is taken from the existing file, if that is about the same project. */
    DemoCredentials write(DemoCredentials credentials) throws IOException {
        var complete =
                credentials.password().isPresent() ? credentials : credentials.withPassword(existing(credentials));
        replace(json(complete).encodePrettily() + "\n");
        return complete;
    }

    private Optional<String> existing(DemoCredentials credentials) throws IOException {
        var file = path();
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            var old = new JsonObject(Files.readString(file));
            var first = credentials.projects().get(0).project().toString();
            return first.equals(old.getValue("projectId"))
                    ? Optional.ofNullable(old.getString("password"))
                    : Optional.empty();
        } catch (DecodeException | ClassCastException invalid) {
            return Optional.empty();
        }
    }

    private void replace(String content) throws IOException {
        PrivateFiles.createDirectories(directory);
        var draft = PrivateFiles.createTempFile(directory, NAME, ".draft");
        try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(draft, path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static JsonObject json(DemoCredentials credentials) {
        var json = new JsonObject()
                .put("baseUrl", credentials.baseUrl())
                .mergeIn(json(credentials.projects().get(0)));
        json.put("email", credentials.email());
        credentials.password().ifPresent(password -> json.put("password", password));
        credentials.signInUrl().ifPresent(url -> json.put("signInUrl", url));
        var projects = new JsonArray();
        credentials.projects().forEach(entry -> projects.add(json(entry)));
        return json.put("projects", projects);
    }

    private static JsonObject json(DemoCredentials.Entry entry) {
        return new JsonObject()
                .put("projectId", entry.project().toString())
                .put("publicKey", entry.keys().publicKey())
                .put("secretKey", entry.keys().secretKey())
                .put("domain", entry.domain());
    }
}
