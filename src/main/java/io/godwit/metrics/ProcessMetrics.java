package io.godwit.metrics;

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

/** Registers meters of the process and its JVM: processor time, open files, uptime, memory, garbage collection and threads. */
public final class ProcessMetrics {

    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** Registers the meters; each is read when the metrics are scraped. */
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

    /** Unsubscribes from the JVM's notifications about collections. */
    public Future<Void> stop() {
        collections.close();
        return Future.succeededFuture();
    }
}
