package io.godwit.kit.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;

/** One connection through a {@link TcpProxy}: the caller's half and the server's. */
record ProxiedConnection(NetSocket caller, NetSocket server) {

    void pause() {
        caller.pause();
        server.pause();
    }

    void resume() {
        caller.resume();
        server.resume();
    }

    void close() {
        caller.close();
        server.close();
    }

    void reset() {
        reset(caller);
        reset(server);
    }

    /** A close with linger 0 is a reset (RFC 9293 §3.10.4, as sockets offer it). */
    private static void reset(NetSocket socket) {
        var channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
        channel.eventLoop().execute(() -> reset(socket, channel));
    }

    private static void reset(NetSocket socket, Channel channel) {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            socket.close();
        }
    }
}
