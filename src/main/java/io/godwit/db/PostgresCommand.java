package io.godwit.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts PostgreSQL. The settings our promises rest on are part of it and not of a file, so that no file can
 * change them.
 */
record PostgresCommand(PostgresBinaries binaries, PostgresOsUser account, Path directory, int port) {

    /**
     * Starts the server in a session of its own, so that Ctrl-C in our terminal reaches us and not PostgreSQL, which we still
     * need to stop well.
     */
    Process start() throws IOException {
        var words = new ArrayList<String>();
        if (OsProcess.succeeds("setsid", "true")) {
            words.add("setsid");
        }
        words.addAll(account.command(binaries.program("postgres").toString(), "-D", directory.toString()));
        settings().forEach(setting -> words.addAll(List.of("-c", setting)));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(startLog().toFile())
                .start();
    }

    /** The file with PostgreSQL's output before its own log begins, above all the reason it does not start. */
    private Path startLog() {
        return directory.resolve("godwit-start.log");
    }

    /** The output of a server that did not start. */
    String lastOutput() throws IOException {
        return Files.readString(startLog()).strip();
    }

    private List<String> settings() {
        return List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "fsync=on",
                "synchronous_commit=on",
                "full_page_writes=on");
    }
}
