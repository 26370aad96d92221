package io.godwit.kit.mta;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An Exim that keeps every message it takes, with settings, queue and mailbox in a directory of its own. */
public final class EximServer implements AutoCloseable {

    private static final String SETTINGS = """
            exim_path = %8$s
            spool_directory = %1$s/spool
            log_file_path = %1$s/log/%%slog
            pid_file_path = %1$s/exim.pid
            primary_hostname = %2$s
            local_interfaces = %3$s
            daemon_smtp_ports = %4$d
            host_lookup =
            rfc1413_query_timeout = 0s
            tls_advertise_hosts =
            keep_environment =
            deliver_drop_privilege = true
            smtp_accept_max = 100
            smtp_accept_queue = 0
            smtp_accept_queue_per_connection = 0
            smtp_accept_max_per_host = %5$d
            acl_smtp_mail = mail
            acl_smtp_rcpt = rcpt
            begin acl
            mail:
              defer message = 4.7.28 Rate of emails exceeds the limit, try again later
                    ratelimit = %6$d / %7$ds / leaky / per_mail
              accept
            rcpt:
              accept
            begin routers
            all:
              driver = accept
              transport = files
            begin transports
            files:
              driver = appendfile
              directory = %1$s/mail
              maildir_format
              envelope_to_add
            """;

    /** Of the rate: the average Exim computes is that of the last seconds. */
    private static final int PERIOD_SECONDS = 5;

    private final Path directory;
    private final MailServerProcess process;

    private EximServer(Path directory, MailServerProcess process) {
        this.directory = directory;
        this.process = process;
    }

    /**
     * Starts an Exim that limits each client.
     *
     * @param connections at once from one address; a further one is greeted with 421
     * @param perSecond emails a second from one address; MAIL of further ones is deferred
     */
    public static EximServer receiver(
            EximProgram program,
            Path directory,
            String name,
            String address,
            int port,
            int connections,
            int perSecond) {
        try {
            for (var part : new String[] {"spool", "log", "mail"}) {
                Files.createDirectories(directory.resolve(part));
            }
            program.own(directory);
            var settings = directory.resolve("exim.conf");
            Files.writeString(
                    settings,
                    SETTINGS.formatted(
                            directory,
                            name,
                            address,
                            port,
                            connections,
                            perSecond * PERIOD_SECONDS,
                            PERIOD_SECONDS,
                            program.path()));
            var command = program.command("-C", settings.toString(), "-bdf", "-q10s");
            return new EximServer(directory, MailServerProcess.start(directory, command, address, port));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Maildir mailbox() {
        return new Maildir(directory.resolve("mail"), "Envelope-to");
    }

    /** The number of lines of its logs that contain the text. */
    public long logged(String text) {
        try (var logs = Files.list(directory.resolve("log"))) {
            return logs.mapToLong(log -> count(log, text)).sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long count(Path log, String text) {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(text)).count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
