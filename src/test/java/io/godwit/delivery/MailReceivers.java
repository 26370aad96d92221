package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.TestDirectories;
import io.godwit.kit.mta.EximProgram;
import io.godwit.kit.mta.EximServer;
import io.godwit.kit.mta.GreylistPolicy;
import io.godwit.kit.mta.Maildir;
import io.godwit.kit.mta.PostfixServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three mail hosts at one port of three loopback addresses, and a name server that knows them: a Postfix, a Postfix that greylists each
 * email, and an Exim that limits the connections and the rate of each client.
 */
final class MailReceivers implements AutoCloseable {

    static final String PLAIN = "plain.test";
    static final String GREYLISTING = "greylisting.test";
    static final String LIMITING = "limiting.test";

    /** Five minutes in life; retries are as much sooner. */
    static final Duration GREYLIST_DELAY = Duration.ofSeconds(5);

    static final int CONNECTIONS = 5;
    static final int PER_SECOND = 30;

    private static final List<String> DOMAINS = List.of(PLAIN, GREYLISTING, LIMITING);

    final Path directory;
    final int port = FreePorts.free();
    final DnsStub dns;
    final GreylistPolicy greylist = GreylistPolicy.start(GREYLIST_DELAY);
    final PostfixServer plain;
    final PostfixServer greylisting;
    final EximServer limiting;

    private MailReceivers(Path directory, EximProgram exim) throws Exception {
        this.directory = directory;
        this.dns = DnsStub.start();
        this.plain = PostfixServer.receiver(place("plain"), address(0), port, "myhostname = mx." + PLAIN + "\n");
        this.greylisting = PostfixServer.receiver(
                place("greylisting"), address(1), port, "myhostname = mx." + GREYLISTING + "\n" + greylist.setting());
        this.limiting = EximServer.receiver(
                exim, place("limiting"), "mx." + LIMITING, address(2), port, CONNECTIONS, PER_SECOND);
        for (var number = 0; number < DOMAINS.size(); number++) {
            var domain = DOMAINS.get(number);
            dns.mx(domain, 10, "mx." + domain).address("mx." + domain, address(number));
        }
    }

    /** Skips the test, with a sentence, where a mail server is missing. */
    static MailReceivers start() throws Exception {
        var missing = PostfixServer.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElseThrow());
        var everybody = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));
        var directory = Files.createTempDirectory("godwit-receivers-", everybody);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        var exim = EximProgram.find(directory);
        if (exim.isEmpty()) {
            TestDirectories.delete(directory);
        }
        assumeTrue(exim.isPresent(), EximProgram::missing);
        return new MailReceivers(directory, exim.get());
    }

    /** A directory for one more mail server. */
    Path place(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    /** The addresses of the mail hosts, in the order of their domains. */
    static String address(int number) {
        return "127.0.0." + (2 + number);
    }

    /** The lookup table that leads a Postfix to them without a name server. */
    String transports() {
        return IntStream.range(0, DOMAINS.size())
                        .mapToObj(
                                number -> "{ %s = smtp:[%s]:%d }".formatted(DOMAINS.get(number), address(number), port))
                        .reduce("transport_maps = inline:{", (line, entry) -> line + " " + entry)
                + " }\n";
    }

    /** So many addresses, a third at each of the domains. */
    static List<String> recipients(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> prefix + number + "@" + DOMAINS.get(number % DOMAINS.size()))
                .toList();
    }

    private Stream<Maildir> mailboxes() {
        return Stream.of(plain.mailbox(), greylisting.mailbox(), limiting.mailbox());
    }

    /** The messages in their mailboxes. */
    long delivered() {
        return mailboxes().mapToLong(Maildir::count).sum();
    }

    /** True when a Postfix has not delivered all it has taken. */
    boolean holdMessages() {
        return plain.queued() + greylisting.queued() > 0;
    }

    /** Fails unless each recipient has exactly one message, each with an id of its own. */
    List<Maildir.Stored> assertOneFor(Collection<String> recipients) {
        var stored = mailboxes().flatMap(mailbox -> mailbox.messages().stream()).toList();
        assertThat(stored).extracting(Maildir.Stored::recipient).containsExactlyInAnyOrderElementsOf(recipients);
        assertThat(stored)
                .extracting(Maildir.Stored::messageId)
                .doesNotContain("")
                .doesNotHaveDuplicates();
        return stored;
    }

    /**
     * The tries that the receivers have refused so far.
     *
     * @param greylisted tries that the greylist deferred
     * @param early of these, those that came too early
     * @param rate emails that came faster than Exim's limit
     * @param connections beyond Exim's limit
     */
    record RefusedTries(long greylisted, long early, long rate, long connections) {

        RefusedTries minus(RefusedTries before) {
            return new RefusedTries(
                    greylisted - before.greylisted,
                    early - before.early,
                    rate - before.rate,
                    connections - before.connections);
        }
    }

    RefusedTries refusals() {
        return new RefusedTries(
                greylist.deferred(),
                greylist.early(),
                limiting.logged("Rate of emails exceeds the limit"),
                limiting.logged("too many connections from that IP"));
    }

    /** Empties their mailboxes. */
    void forget() {
        mailboxes().forEach(Maildir::clear);
    }

    @Override
    public void close() {
        plain.close();
        greylisting.close();
        limiting.close();
        greylist.close();
        dns.close();
        TestDirectories.delete(directory);
    }
}
