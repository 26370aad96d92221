package io.godwit.kit.mta;

import io.godwit.kit.SystemTool;
import io.godwit.kit.TestDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A Postfix with settings, queue and mailbox in a directory of its own; the Postfix of the machine, if one runs, is left alone. */
public final class PostfixServer implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/postfix");
    private static final Path DAEMONS = Path.of("/usr/lib/postfix/sbin");
    private static final String OWNER = "postfix";

    private static final String MAIN = """
            compatibility_level = 3.6
            queue_directory = %1$s/queue
            data_directory = %1$s/data
            command_directory = /usr/sbin
            daemon_directory = %2$s
            mail_owner = postfix
            setgid_group = postdrop
            inet_interfaces = loopback-only
            inet_protocols = ipv4
            mydestination =
            local_recipient_maps =
            alias_maps =
            mynetworks = 127.0.0.0/8
            smtpd_peername_lookup = no
            maillog_file = %1$s/log
            maillog_file_prefixes = %1$s
            """;

    /** Every message for every recipient goes to one mailbox. */
    private static final String MAILBOX = """
            virtual_mailbox_domains = static:all
            virtual_mailbox_maps = static:all/
            virtual_mailbox_base = %s
            virtual_uid_maps = static:%d
            virtual_gid_maps = static:%d
            """;

    /** The services of Postfix's own file, none of them in a changed root. */
    private static final String MASTER = """
            %s:%d inet n - n - - smtpd
            pickup unix n - n 60 1 pickup
            cleanup unix n - n - 0 cleanup
            qmgr unix n - n 300 1 qmgr
            tlsmgr unix - - n 1000? 1 tlsmgr
            rewrite unix - - n - - trivial-rewrite
            bounce unix - - n - 0 bounce
            defer unix - - n - 0 bounce
            trace unix - - n - 0 bounce
            verify unix - - n - 1 verify
            proxymap unix - - n - - proxymap
            smtp unix - - n - - smtp
            showq unix n - n - - showq
            error unix - - n - - error
            retry unix - - n - - error
            virtual unix - n n - - virtual
            anvil unix - - n - 1 anvil
            scache unix - - n - 1 scache
            postlog unix-dgram n - n - 1 postlogd
            """;

    private final Path directory;
    private final MailServerProcess process;

    private PostfixServer(Path directory, MailServerProcess process) {
        this.directory = directory;
        this.process = process;
    }

    /** A sentence about what has to be installed, or who has to start the test; empty where nothing is missing. */
    public static Optional<String> missing() {
        if (!Files.isExecutable(PROGRAM) || !SystemTool.succeeds("id", OWNER)) {
            return Optional.of("There is no Postfix: install Debian's packages postfix and libsasl2-modules");
        }
        return "root".equals(System.getProperty("user.name"))
                ? Optional.empty()
                : Optional.of("Postfix starts only as root");
    }

    /**
     * A Postfix that keeps every message it takes.
     *
     * @param settings further lines of {@code main.cf}
     */
    public static PostfixServer receiver(Path directory, String address, int port, String settings) {
        var mailbox = MAILBOX.formatted(directory.resolve("mail"), id("-u"), id("-g"));
        return start(directory, address, port, mailbox + settings);
    }

    /** A Postfix that hands on what it takes, as its settings say. */
    public static PostfixServer relay(Path directory, String address, int port, String settings) {
        return start(directory, address, port, settings);
    }

    private static PostfixServer start(Path directory, String address, int port, String settings) {
        try {
            for (var part : List.of("conf", "queue", "data", "mail")) {
                Files.createDirectories(directory.resolve(part));
            }
            SystemTool.run("chown", OWNER, directory.resolve("data").toString());
            SystemTool.run("chown", OWNER, directory.resolve("mail").toString());
            var conf = directory.resolve("conf");
            Files.writeString(conf.resolve("main.cf"), MAIN.formatted(directory, DAEMONS) + settings);
            Files.writeString(conf.resolve("master.cf"), MASTER.formatted(address, port));
            var command = List.of(PROGRAM.toString(), "-c", conf.toString(), "start-fg");
            return new PostfixServer(directory, MailServerProcess.start(directory, command, address, port));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long id(String option) {
        try {
            var process = new ProcessBuilder("id", option, OWNER).start();
            try (var output = process.inputReader()) {
                return Long.parseLong(output.readLine());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The mailbox of a receiver. */
    public Maildir mailbox() {
        return new Maildir(directory.resolve("mail").resolve("all"), "Delivered-To");
    }

    /** The number of messages it has taken and neither delivered nor handed on. */
    public long queued() {
        return Stream.of("maildrop", "incoming", "active", "deferred", "hold")
                .mapToLong(
                        name -> TestDirectories.files(directory.resolve("queue").resolve(name)))
                .sum();
    }

    /** The number of lines of its log that contain the text. */
    public long logged(String text) {
        try (var lines = Files.lines(directory.resolve("log"))) {
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
