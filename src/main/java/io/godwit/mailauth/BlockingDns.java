package io.godwit.mailauth;

import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Answers of our resolver for those who wait for them on a worker. One mail has a budget of time for all its questions, so that
 * no record can make it ask for minutes.
 */
final class BlockingDns {

    private final DnsResolver dns;
    private final long until;

    BlockingDns(DnsResolver dns, Duration budget) {
        this.dns = dns;
        this.until = System.nanoTime() + budget.toNanos();
    }

    /** No server answered; nothing may be concluded. */
    static final class DnsTimeoutException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** Empty when there is certainly none. */
    List<String> txt(String name) throws DnsTimeoutException {
        return found(dns.txt(name));
    }

    /** The hosts, the best first. */
    List<String> mx(String name) throws DnsTimeoutException {
        return found(dns.mx(name)).stream()
                .sorted(Comparator.comparingInt(mx -> mx.preference()))
                .map(mx -> mx.host())
                .toList();
    }

    List<String> a(String name) throws DnsTimeoutException {
        return found(dns.a(name)).stream().map(InetAddress::getHostAddress).toList();
    }

    List<String> aaaa(String name) throws DnsTimeoutException {
        return found(dns.aaaa(name)).stream().map(InetAddress::getHostAddress).toList();
    }

    private <T> List<T> found(Future<DnsAnswer<T>> asked) throws DnsTimeoutException {
        try {
            var lookup = asked.toCompletionStage()
                    .toCompletableFuture()
                    .get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (lookup.isUnknown()) {
                throw new DnsTimeoutException();
            }
            return lookup.records();
        } catch (ExecutionException | TimeoutException late) {
            throw new DnsTimeoutException();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new DnsTimeoutException();
        }
    }
}
