package io.godwit.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One kept-alive connection with at most one request under way. Reads just enough of HTTP/1.1 to find an answer's end. */
final class BenchConnection extends ChannelInboundHandlerAdapter {

    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

    private final LoadPace pace;
    private ChannelHandlerContext channel;
    private ByteBuf received = Unpooled.EMPTY_BUFFER;
    private long since;
    private boolean waiting;

    BenchConnection(LoadPace pace) {
        this.pace = pace;
    }

    void send(RequestWriter requests, long since) {
        this.since = since;
        this.waiting = true;
        channel.writeAndFlush(requests.next(channel.alloc())).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    void hangUp() {
        channel.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context;
        pace.ready(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        pace.broken(this, waiting);
        ReferenceCountUtil.release(received);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        hangUp();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        received = received.isReadable() ? Unpooled.wrappedBuffer(received, (ByteBuf) message) : (ByteBuf) message;
        var bodyAt = bodyAt();
        if (bodyAt < 0 || received.readableBytes() < bodyAt + length(bodyAt)) {
            return;
        }
        var status = number(received.readerIndex() + STATUS_AT, 3);
        received.release();
        received = Unpooled.EMPTY_BUFFER;
        waiting = false;
        pace.answered(this, status, since);
    }

    /** The index behind the empty line, from the first byte; -1 when the line has not come. */
    private int bodyAt() {
        var end = received.writerIndex() - 3;
        for (int i = received.readerIndex(); i < end; i++) {
            if (received.getByte(i) == '\r' && received.getByte(i + 2) == '\r' && received.getByte(i + 3) == '\n') {
                return i + 4 - received.readerIndex();
            }
        }
        return -1;
    }

    private int length(int bodyAt) {
        var end = received.readerIndex() + bodyAt;
        for (int i = received.readerIndex(); i < end; i++) {
            if (received.getByte(i) == '\n' && matches(i + 1, end)) {
                return number(i + 1 + LENGTH.length, 12);
            }
        }
        throw new IllegalStateException("An answer without Content-Length: "
                + received.toString(StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
    }

    private boolean matches(int at, int end) {
        for (int i = 0; i < LENGTH.length; i++) {
            if (at + i >= end || (received.getByte(at + i) | 0x20) != (LENGTH[i] | 0x20)) {
                return false;
            }
        }
        return true;
    }

    private int number(int at, int atMost) {
        int value = 0;
        for (int i = at; i < at + atMost; i++) {
            var character = received.getByte(i);
            if (character >= '0' && character <= '9') {
                value = value * 10 + (character - '0');
            } else if (character != ' ') {
                break;
            }
        }
        return value;
    }
}
