package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.EmailSource;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.EmailAttempt.Eligibility;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.rendering.EmailBytes;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.DkimSigner;
import io.godwit.templates.EmailClass;
import java.lang.management.ManagementFactory;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Measures what composing one mail costs: rendered, links tracked, built, and signed. The content is 10 KB of HTML with 70 links, and
 * every mail has its own recipient. CPU time of the composing thread, so that others on the machine do not count; the process is its
 * own, compiled as a server is.
 */
final class ComposeBench {

    private static final int ROUNDS = 21;
    private static final int WARM_UP = 6_000;
    private static final int PER_ROUND = 500;
    private static final ProjectId PROJECT = new ProjectId(Ids.next());
    private static final ContactId CONTACT = new ContactId(Ids.next());

    private static final List<String> FIGURES = List.of(
            "composing, fixed text",
            "composing, variables",
            "composing, a conditional",
            "composing, variables, not tracked",
            "composing and signing, variables");

    private ComposeBench() {}

    /** Prints, for each figure and round, the microseconds of one mail. */
    public static void main(String[] args) throws Exception {
        var composer = new EmailBytes();
        var fixed = content(BenchBodies.newsletter("there"));
        var variable = content(BenchBodies.newsletter("{{firstName ?? 'there'}}"));
        var conditional = content(BenchBodies.newsletter("{{#if firstName}}dear {{firstName}}{{else}}there{{/if}}"));
        var signer = new DkimSigner();
        var key = key();
        measure(number -> composer.of(email(number, fixed, true), fixed).length);
        measure(number -> composer.of(email(number, variable, true), variable).length);
        measure(number -> composer.of(email(number, conditional, true), conditional).length);
        measure(number -> composer.of(email(number, variable, false), variable).length);
        measure(number -> signer.sign(key, composer.of(email(number, variable, true), variable)).length);
    }

    private static DkimKey key() throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return new DkimKey("example.test", "godwit", generator.generateKeyPair().getPrivate());
    }

    private static EmailContent content(String body) {
        return new EmailContent(
                PROJECT,
                new ContentId(Ids.next()),
                "Your order",
                body,
                new NamedAddress(Optional.of("The Shop"), new EmailAddress("shop@example.test")),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private static EmailAttempt email(int number, EmailContent content, boolean tracked) {
        var id = new EmailId(Ids.next());
        return new EmailAttempt(
                new ClaimedEmail(PROJECT, id, "example.com", (short) 2, 1, 0, 0, 0, false, Optional.empty()),
                1,
                Instant.EPOCH.plusSeconds(number),
                Duration.ZERO,
                CONTACT,
                content.id(),
                content.body().length(),
                Optional.empty(),
                EmailSource.CAMPAIGN,
                EmailClass.MARKETING,
                new EmailAddress("m" + number + "@bench.example.com"),
                Optional.of("Ada Lovelace"),
                Map.of("firstName", "Ada " + number),
                Map.of(),
                Optional.of(tracked),
                new Eligibility(
                        "PENDING",
                        "SENDING",
                        false,
                        true,
                        true,
                        Tracking.ENABLED,
                        Optional.empty(),
                        new SenderLocale("Bench", "en"),
                        List.of()));
    }

    private static void measure(ToIntFunction<Integer> composing) {
        micros(composing, WARM_UP);
        for (var round = 0; round < ROUNDS; round++) {
            System.out.println(micros(composing, PER_ROUND));
        }
    }

    private static double micros(ToIntFunction<Integer> composing, int mails) {
        var threads = ManagementFactory.getThreadMXBean();
        var start = threads.getCurrentThreadCpuTime();
        var octets = 0L;
        for (var number = 0; number < mails; number++) {
            octets += composing.applyAsInt(number);
        }
        if (octets < mails * 10_000L) {
            throw new AssertionError("The mails are too small");
        }
        return (threads.getCurrentThreadCpuTime() - start) / 1e3 / mails;
    }

    static void run(BenchReport report) throws Exception {
        try (var child = ChildJvm.start(ComposeBench.class)) {
            for (var figure : FIGURES) {
                for (var round = 0; round < ROUNDS; round++) {
                    report.add(figure, Double.parseDouble(child.line()));
                }
                report.atMost("CPU of " + figure, figure, "µs", figure.contains("signing") ? 450 : 150);
            }
        }
    }
}
