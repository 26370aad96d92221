package io.godwit.dns;

import io.netty.buffer.Unpooled;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks recursive resolvers one after the other, over UDP and, when an answer was truncated, over TCP. */
final class UpstreamServers {

    /**
     * The least number of attempts: a single server is asked twice, as a packet may be lost; of many the first three are
     * asked.
     */
    private static final int MIN_TRIES = 2;

    private static final int MAX_TRIES = 3;

    /** The largest UDP answer asked for; it avoids fragments (DNS flag day 2020). */
    private static final int PAYLOAD_BYTES = 1_232;

    /** The DO bit in the TTL field of an OPT record (RFC 6891 §6.1.4). */
    private static final long DNSSEC_OK = 0x8000L;

    private final EventLoopGroup thread =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("godwit-dns", true), NioIoHandler.newFactory());
    private final List<InetSocketAddress> servers;
    private final int tries;
    private final boolean validating;
    private final DnsNameResolver resolver;

    UpstreamServers(DnsSettings settings) {
        this.servers = settings.servers().isEmpty() ? ofTheSystem() : settings.servers();
        this.tries = Math.min(MAX_TRIES, Math.max(MIN_TRIES, servers.size()));
        this.validating = settings.validating();
        this.resolver = new DnsNameResolverBuilder(thread.next())
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .queryTimeoutMillis(settings.tryTimeout().toMillis())
                .optResourceEnabled(!validating)
                .build();
    }

    private static List<InetSocketAddress> ofTheSystem() {
        var stream = DnsServerAddressStreamProviders.platformDefault().nameServerAddressStream("");
        var servers = new ArrayList<InetSocketAddress>();
        for (int i = 0; i < stream.size(); i++) {
            servers.add(stream.next());
        }
        return List.copyOf(servers);
    }

    List<InetSocketAddress> addresses() {
        return servers;
    }

    /** Asks the resolvers; {@link DnsReply#UNKNOWN} when no server had an answer. Never fails. */
    CompletableFuture<DnsReply> query(String name, DnsRecordType type) {
        return query(new ServerOrder(servers, tries, false), name, type);
    }

    /** Asks the servers of a zone, whose answers must be authoritative (RFC 1035 §4.1.1, AA). */
    CompletableFuture<DnsReply> queryZone(List<InetSocketAddress> owners, String name, DnsRecordType type) {
        return query(new ServerOrder(owners, Math.max(MIN_TRIES, owners.size()), true), name, type);
    }

    /** The servers to ask one after the other. */
    private record ServerOrder(List<InetSocketAddress> servers, int tries, boolean ofTheZone) {

        InetSocketAddress at(int tried) {
            return servers.get(tried % servers.size());
        }
    }

    private CompletableFuture<DnsReply> query(ServerOrder order, String name, DnsRecordType type) {
        try {
            return query(order, new DefaultDnsQuestion(name + ".", type), 0);
        } catch (IllegalArgumentException noName) {
            return CompletableFuture.completedFuture(DnsReply.UNKNOWN);
        }
    }

    private CompletableFuture<DnsReply> query(ServerOrder order, DnsQuestion question, int tried) {
        return once(order.at(tried), question, order.ofTheZone())
                .thenCompose(reply -> reply.lookup().isUnknown() && tried + 1 < order.tries()
                        ? query(order, question, tried + 1)
                        : CompletableFuture.completedFuture(reply));
    }

    private CompletableFuture<DnsReply> once(InetSocketAddress server, DnsQuestion question, boolean ofTheZone) {
        var reply = new CompletableFuture<DnsReply>();
        resolver.query(server, question, additionals())
                .addListener((Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> answer) -> reply.complete(
                        answer.isSuccess() ? read(answer.getNow(), question.type(), ofTheZone) : DnsReply.UNKNOWN));
        return reply;
    }

    /** The OPT record that asks for validation; otherwise the resolver of Netty writes its own. */
    private List<DnsRecord> additionals() {
        return validating
                ? List.of(
                        new DefaultDnsRawRecord("", DnsRecordType.OPT, PAYLOAD_BYTES, DNSSEC_OK, Unpooled.EMPTY_BUFFER))
                : List.of();
    }

    private static DnsReply read(
            AddressedEnvelope<DnsResponse, InetSocketAddress> answer, DnsRecordType type, boolean ofTheZone) {
        try {
            return ofTheZone && !answer.content().isAuthoritativeAnswer()
                    ? DnsReply.UNKNOWN
                    : DnsReplyReader.read(answer.content(), type);
        } catch (RuntimeException garbled) {
            return DnsReply.UNKNOWN;
        } finally {
            answer.release();
        }
    }

    /** Closes the sockets and ends the thread; questions in progress are answered with unknown. */
    Future<?> close() {
        resolver.close();
        return thread.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
