package io.godwit.dashboard;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The dashboard's built files of the jar, in memory: some two megabytes. */
final class DashboardFiles {

    private static final String FOLDER = "/webroot/app/";
    private static final String MANIFEST = "manifest.json";

    private static final Map<String, String> ENDING_TO_TYPE = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json; charset=utf-8");

    private final Manifest manifest;
    private final Map<String, Asset> nameToAsset;

    private DashboardFiles(Manifest manifest) {
        this.manifest = manifest;
        this.nameToAsset =
                manifest.files().stream().collect(Collectors.toMap(Function.identity(), DashboardFiles::asset));
    }

    /**
     * The build's list of its files.
     *
     * @param script the module that starts the application
     * @param style the style sheet every page needs
     * @param icon the icon of the browser's tab
     * @param preload the modules the first one imports
     * @param docs the files that start the documentation of the API
     * @param files the names of all files, without the endings of their compressed copies
     */
    record Manifest(String script, String style, String icon, List<String> preload, Entry docs, List<String> files) {

        /** The files that start the application. */
        Entry app() {
            return new Entry(script, List.of(style), preload);
        }
    }

    /**
     * The files that start one page.
     *
     * @param script the module to run
     * @param styles the style sheets, in their order
     * @param preload the modules the script imports
     */
    record Entry(String script, List<String> styles, List<String> preload) {}

    /** Read once, for the dashboard and the documentation of the API alike. Empty when the jar was built without the dashboard. */
    static Optional<DashboardFiles> read() {
        return OfJar.FILES;
    }

    /** The files of the jar, read when the first asks for them. */
    private static final class OfJar {

        private static final Optional<DashboardFiles> FILES =
                DashboardFiles.class.getResource(FOLDER + MANIFEST) == null
                        ? Optional.empty()
                        : Optional.of(new DashboardFiles(manifestOfJar()));
    }

    private static Manifest manifestOfJar() {
        try {
            return new ObjectMapper().readValue(bytes(MANIFEST), Manifest.class);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Asset asset(String name) {
        var ending = name.substring(name.lastIndexOf('.') + 1);
        var type = ENDING_TO_TYPE.getOrDefault(ending, "application/octet-stream");
        return new Asset(type, name, bytes(name + ".br"), bytes(name + ".gz"));
    }

    private static byte[] bytes(String name) {
        try (var in = DashboardFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    Manifest manifest() {
        return manifest;
    }

    Optional<Asset> find(String name) {
        return Optional.ofNullable(nameToAsset.get(name));
    }
}
