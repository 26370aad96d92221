package io.godwit.delivery.check;

import io.godwit.core.Timeouts;
import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.dns.DnsResolver;
import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Compares the clock with a time server (RFC 5905, client mode). */
record ClockCheck(Vertx vertx, DnsResolver dns, Clock clock) {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SMALL = Duration.ofSeconds(5);
    private static final Duration LARGE = Duration.ofMinutes(5);
    private static final int PACKET = 48;
    private static final int TRANSMIT_AT = 40;

    /** Version 4, client. */
    private static final byte REQUEST = 0x23;

    /** Seconds from 1900, where NTP begins, to 1970. */
    private static final long EPOCH = 2_208_988_800L;

    private static final String ADVICE =
            "Run a time service on this machine, such as chrony or systemd-timesyncd: signatures and certificates depend on it.";

    /** @param server host or host:port */
    Future<CheckResult> run(String server) {
        var check = new Check("clock", server);
        var colon = server.lastIndexOf(':');
        var host = colon < 0 ? server : server.substring(0, colon);
        var port = colon < 0 ? 123 : Integer.parseInt(server.substring(colon + 1));
        return address(host)
                .compose(address -> offset(address, port))
                .map(offset -> evaluated(check, offset))
                .otherwise(ignored -> check.unknown("The time server does not answer", ADVICE));
    }

    private Future<String> address(String host) {
        return NetUtil.isValidIpV4Address(host)
                ? Future.succeededFuture(host)
                : dns.a(host)
                        .compose(answer -> answer.isFound()
                                ? Future.succeededFuture(answer.records().get(0).getHostAddress())
                                : Future.failedFuture("The time server has no address"));
    }

    private Future<Duration> offset(String address, int port) {
        var socket = vertx.createDatagramSocket();
        var packet = Promise.<Buffer>promise();
        socket.handler(received -> packet.tryComplete(received.data()));
        socket.exceptionHandler(packet::tryFail);
        var sent = clock.instant();
        return Timeouts.within(
                        TIMEOUT,
                        socket.send(Buffer.buffer(new byte[PACKET]).setByte(0, REQUEST), port, address)
                                .compose(ignored -> packet.future()))
                .map(answer -> {
                    var received = clock.instant();
                    var middle = sent.plus(Duration.between(sent, received).dividedBy(2));
                    return Duration.between(time(answer), middle);
                })
                .onComplete(ignored -> socket.close());
    }

    private static Instant time(Buffer answer) {
        if (answer.length() < PACKET) {
            throw new IllegalArgumentException("A packet of NTP has 48 bytes");
        }
        return Instant.ofEpochSecond(answer.getUnsignedInt(TRANSMIT_AT) - EPOCH);
    }

    private static CheckResult evaluated(Check check, Duration offset) {
        var words = "The clock is " + offset.abs().toSeconds() + " s " + (offset.isNegative() ? "slow" : "fast");
        if (offset.abs().compareTo(SMALL) < 0) {
            return check.ok("The clock is right");
        }
        return offset.abs().compareTo(LARGE) < 0 ? check.warning(words, ADVICE) : check.failed(words, ADVICE);
    }
}
