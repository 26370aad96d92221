package io.godwit.web.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the OpenAPI document to a file at build time; clients are generated from it. */
public final class OpenApiFile {

    private static final String DEFAULT_URL = "http://localhost:8080";

    private OpenApiFile() {}

    /** Writes the file named by the only argument; its folder is made. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        var file = Path.of(arguments[0]).toAbsolutePath();
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, OpenApiWriter.document(RouteScanner.routes(), DEFAULT_URL));
    }
}
