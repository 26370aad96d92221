package io.godwit.modules;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.vertx.core.Future;
import java.util.List;

/** Meters of the process and its JVM: processor time, open files, uptime, memory, garbage collection and threads. */
public final class ProcessMetrics {

    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** Begins to measure; each is read when somebody scrapes. */
    public ProcessMetrics(MeterRegistry meters) {
        List.of(
                        collections,
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics())
                .forEach(each -> each.bindTo(meters));
    }

    /** Gives the JVM's notifications about collections back. */
    public Future<Void> stop() {
        collections.close();
        return Future.succeededFuture();
    }
}
