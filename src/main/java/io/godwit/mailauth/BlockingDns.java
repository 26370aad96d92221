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
 * Resolves DNS names for code that waits on a worker. One message has a time budget for all its queries, so that no record can
 * make a check take minutes.
 */
final class BlockingDns {

    private final DnsResolver dns;
    private final long until;

    BlockingDns(DnsResolver dns, Duration budget) {
        this.dns = dns;
        this.until = System.nanoTime() + budget.toNanos();
    }

    /** Signals that no server answered, so that the check has no result. */
    static final class DnsTimeoutException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** Returns the TXT records; empty when there is certainly none. */
    List<String> txt(String name) throws DnsTimeoutException {
        return found(dns.txt(name));
    }

    /** Returns the mail hosts, the best first. */
    List<String> mx(String name) throws DnsTimeoutException {
        return found(dns.mx(name)).stream()
                .sorted(Comparator.comparingInt(mx -> mx.preference()))
                .map(mx -> mx.host())
                .toList();
    }

    /** Returns the names of an address, given as its name below {@code in-addr.arpa} or {@code ip6.arpa}. */
    List<String> ptr(String name) throws DnsTimeoutException {
        return found(dns.ptr(name));
    }

    List<String> a(String name) throws DnsTimeoutException {
        return found(dns.a(name)).stream().map(InetAddress::getHostAddress).toList();
    }

    List<String> aaaa(String name) throws DnsTimeoutException {
        return found(dns.aaaa(name)).stream().map(InetAddress::getHostAddress).toList();
    }

    private <T> List<T> found(Future<DnsAnswer<T>> lookup) throws DnsTimeoutException {
        try {
            var answer = lookup.toCompletionStage()
                    .toCompletableFuture()
                    .get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (answer.isUnknown()) {
                throw new DnsTimeoutException();
            }
            return answer.records();
        } catch (ExecutionException | TimeoutException late) {
            throw new DnsTimeoutException();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new DnsTimeoutException();
        }
    }
}
