package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.DkimSigner;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;

/**
 * Measures what one signature of a 10 KB message costs, in CPU time of the signing thread, so that others do not count. It has a
 * process of its own, compiled as a server is.
 */
final class SigningBench {

    private static final int ROUNDS = 21;
    private static final int WARM_UP = 2_000;
    private static final int PER_ROUND = 200;

    private SigningBench() {}

    /** Prints the provider and, for each round, the milliseconds of one signature. */
    public static void main(String[] args) throws Exception {
        var dkim = new DkimSigner();
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        var key = new DkimKey(
                "example.test", "godwit", generator.generateKeyPair().getPrivate());
        var message = ("From: shop@example.test\r\nTo: ada@example.com\r\nSubject: Order\r\n\r\n"
                        + BenchBodies.html("1000000000").replace(">", ">\r\n"))
                .getBytes(StandardCharsets.US_ASCII);
        System.out.println(dkim.providerName());
        cpuMillis(dkim, key, message, WARM_UP);
        for (var round = 0; round < ROUNDS; round++) {
            System.out.println(cpuMillis(dkim, key, message, PER_ROUND) / PER_ROUND);
        }
    }

    private static double cpuMillis(DkimSigner dkim, DkimKey key, byte[] message, int signatures) {
        var threads = ManagementFactory.getThreadMXBean();
        var start = threads.getCurrentThreadCpuTime();
        var octets = 0L;
        for (var number = 0; number < signatures; number++) {
            octets += dkim.sign(key, message).length;
        }
        if (octets <= (long) signatures * message.length) {
            throw new AssertionError("Nothing was signed");
        }
        return (threads.getCurrentThreadCpuTime() - start) / 1e6;
    }

    static void run(BenchReport report) throws Exception {
        try (var child = ChildJvm.start(SigningBench.class)) {
            var provider = child.line();
            for (var round = 0; round < ROUNDS; round++) {
                report.add("signature", Double.parseDouble(child.line()));
            }
            report.atMost("CPU of one signature, " + provider, "signature", "ms", 0.35);
        }
    }
}
