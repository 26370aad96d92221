package io.godwit.kit.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsQuery;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A name server that answers what a test scripts, over UDP and TCP on one loopback port. A name nobody scripted does not
 * exist (NXDOMAIN); a scripted name without a record of the asked type is NOERROR with an empty answer.
 */
public final class DnsStub implements AutoCloseable {

    /** Sets the answer for a name, whatever its type. */
    private enum Manner {
        PLAINLY,
        /** Not at all. */
        SILENTLY,
        SERVER_FAILURE,
        /** Cut over UDP, whole over TCP. */
        TRUNCATED,
        /** As a server does that neither owns the zone nor looks anything up. */
        LAMELY,
        /** With the number of another question. */
        WITH_ANOTHER_ID
    }

    private static final int AUTHENTIC_DATA = 2;
    private static final long DNSSEC_OK = 0x8000L;

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final DnsZone zone = new DnsZone();
    private final Map<String, Manner> manners = new ConcurrentHashMap<>();
    private final Set<String> secureNames = ConcurrentHashMap.newKeySet();
    private final Queue<String> queries = new ConcurrentLinkedQueue<>();
    private final int port;
    private volatile int delayMilliseconds;
    private volatile int max;
    private int open;

    private DnsStub() throws Exception {
        this.port = bind();
    }

    public static DnsStub start() throws Exception {
        return new DnsStub();
    }

    /** For the setting {@code dns.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    public DnsStub mx(String name, int preference, String host) {
        zone.mx(name, preference, host);
        return this;
    }

    public DnsStub ns(String name, String host) {
        zone.host(name, DnsRecordType.NS, host);
        return this;
    }

    /** A PTR record; {@code name} ends in {@code in-addr.arpa} or {@code ip6.arpa}. */
    public DnsStub ptr(String name, String host) {
        zone.host(name, DnsRecordType.PTR, host);
        return this;
    }

    public DnsStub cname(String name, String host) {
        zone.host(name, DnsRecordType.CNAME, host);
        return this;
    }

    public DnsStub soa(String name) {
        zone.soa(name);
        return this;
    }

    /** An A or an AAAA record, by the form of {@code address}. */
    public DnsStub address(String name, String address) {
        zone.address(name, address);
        return this;
    }

    /** One TXT record of these strings. */
    public DnsStub txt(String name, String... strings) {
        zone.txt(name, List.of(strings));
        return this;
    }

    /** A TLSA record: usage, selector, matching type, and its data in hex digits. */
    public DnsStub tlsa(String name, int usage, int selector, int matching, String data) {
        zone.tlsa(name, usage, selector, matching, data);
        return this;
    }

    /** Answers about these names are proven by DNSSEC, for whoever asks for that. */
    public DnsStub secure(String... names) {
        for (var name : names) {
            secureNames.add(DnsZone.normal(name));
        }
        return this;
    }

    /** True when DNSSEC proves an answer: an alias alone, or with all it leads to. */
    private boolean isProven(String name, DnsRecordType type) {
        return secureNames.contains(name)
                && (DnsRecordType.CNAME.equals(type)
                        || zone.target(name)
                                .map(target -> isProven(target, type))
                                .orElse(true));
    }

    /** The name exists and has no records. */
    public DnsStub empty(String name) {
        zone.empty(name);
        return this;
    }

    /** Takes a name out of the zone. */
    public DnsStub remove(String name) {
        zone.remove(name);
        return this;
    }

    /** Questions about {@code name} are never answered. */
    public DnsStub silent(String name) {
        return manner(name, Manner.SILENTLY);
    }

    /** Questions about {@code name} are answered with SERVFAIL. */
    public DnsStub failing(String name) {
        return manner(name, Manner.SERVER_FAILURE);
    }

    /** Answers about {@code name} do not fit into a UDP packet. */
    public DnsStub truncated(String name) {
        return manner(name, Manner.TRUNCATED);
    }

    /** Questions about {@code name} are answered by a server that knows nothing of its zone. */
    public DnsStub lame(String name) {
        return manner(name, Manner.LAMELY);
    }

    /** Answers about {@code name} carry a wrong id, as a forger's would. */
    public DnsStub forged(String name) {
        return manner(name, Manner.WITH_ANOTHER_ID);
    }

    /** Questions about {@code name} are answered again as the zone has it. */
    public DnsStub plain(String name) {
        return manner(name, Manner.PLAINLY);
    }

    /** Every answer over UDP takes so long. */
    public DnsStub slow(int milliseconds) {
        delayMilliseconds = milliseconds;
        return this;
    }

    /** The most questions over UDP that were without an answer at one time. */
    public int mostAtOnce() {
        return max;
    }

    /** Every question so far, as {@code MX example.com}, with {@code /tcp} behind those that came over TCP. */
    public List<String> queries() {
        return List.copyOf(queries);
    }

    @Override
    public void close() {
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private DnsStub manner(String name, Manner manner) {
        manners.put(DnsZone.normal(name), manner);
        return this;
    }

    /** One free port for both: the TCP side picks it, and another is picked when UDP has it taken. */
    private int bind() throws Exception {
        while (true) {
            var tcp = new ServerBootstrap()
                    .group(thread)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(new Stream())
                    .bind("127.0.0.1", 0)
                    .sync()
                    .channel();
            var chosen = ((InetSocketAddress) tcp.localAddress()).getPort();
            if (bindUdp(chosen)) {
                return chosen;
            }
            tcp.close().sync();
        }
    }

    private boolean bindUdp(int chosen) throws Exception {
        var bound = new Bootstrap()
                .group(thread)
                .channel(NioDatagramChannel.class)
                .handler(new Packets())
                .bind("127.0.0.1", chosen)
                .await();
        if (!bound.isSuccess() && !(bound.cause() instanceof BindException)) {
            throw new IllegalStateException(bound.cause());
        }
        return bound.isSuccess();
    }

    /** Fills {@code response}; false when nobody is to answer. */
    private boolean answer(DnsQuery query, DnsResponse response, boolean tcp) {
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        var name = DnsZone.normal(question.name());
        queries.add(question.type().name() + " " + name + (tcp ? "/tcp" : ""));
        response.addRecord(DnsSection.QUESTION, question);
        response.setRecursionAvailable(true).setAuthoritativeAnswer(true);
        response.setZ(isProven(name, question.type()) && asksForProof(query) ? AUTHENTIC_DATA : 0);
        switch (manners.getOrDefault(name, Manner.PLAINLY)) {
            case SILENTLY -> {
                return false;
            }
            case SERVER_FAILURE -> response.setCode(DnsResponseCode.SERVFAIL);
            case TRUNCATED -> cutOrWhole(name, question, response, tcp);
            case PLAINLY -> zone.answer(name, question.type(), response);
            case LAMELY -> response.setRecursionAvailable(false).setAuthoritativeAnswer(false);
            case WITH_ANOTHER_ID -> {
                response.setId(response.id() ^ 1);
                zone.answer(name, question.type(), response);
            }
        }
        return true;
    }

    private static boolean asksForProof(DnsQuery query) {
        for (var at = 0; at < query.count(DnsSection.ADDITIONAL); at++) {
            DnsRecord record = query.recordAt(DnsSection.ADDITIONAL, at);
            if (DnsRecordType.OPT.equals(record.type()) && (record.timeToLive() & DNSSEC_OK) != 0) {
                return true;
            }
        }
        return false;
    }

    private void cutOrWhole(String name, DnsQuestion question, DnsResponse response, boolean tcp) {
        if (tcp) {
            zone.answer(name, question.type(), response);
        } else {
            response.setTruncated(true);
        }
    }

    private final class Packets extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new DatagramDnsQueryDecoder(), new DatagramDnsResponseEncoder(), onQuery());
        }

        private SimpleChannelInboundHandler<DatagramDnsQuery> onQuery() {
            return new SimpleChannelInboundHandler<>() {
                @Override
                protected void channelRead0(ChannelHandlerContext channel, DatagramDnsQuery query) {
                    var response = new DatagramDnsResponse(
                            /* sender= */ query.recipient(), /* recipient= */ query.sender(), query.id());
                    if (answer(query, response, false)) {
                        later(channel, response);
                    }
                }
            };
        }

        /** All of it happens on the one thread. */
        private void later(ChannelHandlerContext channel, DatagramDnsResponse response) {
            max = Math.max(max, ++open);
            channel.executor()
                    .schedule(
                            () -> {
                                open--;
                                channel.writeAndFlush(response)
                                        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
                            },
                            delayMilliseconds,
                            TimeUnit.MILLISECONDS);
        }
    }

    private final class Stream extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), onQuery());
        }

        private SimpleChannelInboundHandler<DefaultDnsQuery> onQuery() {
            return new SimpleChannelInboundHandler<>() {
                @Override
                protected void channelRead0(ChannelHandlerContext channel, DefaultDnsQuery query) {
                    var response = new DefaultDnsResponse(query.id());
                    if (answer(query, response, true)) {
                        channel.writeAndFlush(response).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
                    }
                }
            };
        }
    }
}
