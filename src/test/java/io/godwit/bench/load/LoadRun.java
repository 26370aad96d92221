package io.godwit.bench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.TimeUnit;

/** Opens the connections of a run, lets them work, and waits for its end. Everything happens on one thread. */
public final class LoadRun implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 20;

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    /** Blocks until every request was answered, or was not within 20 s after the last one began. */
    public LoadResult drive(LoadPlan run) throws Exception {
        var pace = new LoadPace(run, thread.next());
        for (int i = 0; i < run.connections(); i++) {
            connect(run, pace);
        }
        pace.begin();
        var longest = (long) Math.ceil(run.warmUpSeconds() + run.seconds()) + TIMEOUT_SECONDS;
        return pace.end().get(longest, TimeUnit.SECONDS);
    }

    private void connect(LoadPlan run, LoadPace pace) throws InterruptedException {
        new Bootstrap()
                .group(thread)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new BenchConnection(pace));
                    }
                })
                .connect("127.0.0.1", run.port())
                .sync();
    }

    @Override
    public void close() {
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
