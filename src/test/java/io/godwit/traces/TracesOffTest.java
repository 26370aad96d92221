package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what hot paths do for traces while there are none. */
class TracesOffTest {

    private static final int CALLS = 100_000;

    private static long allocatedBy(Tracer tracer) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        for (var call = 0; call < CALLS; call++) {
            var request = tracer.request("GET /x", null, false);
            request.attribute("number", call).startedAt(call);
            tracer.child(request.context(), SpanKind.CLIENT, "child").end();
            tracer.child(Optional.empty(), SpanKind.CLIENT, "child").end();
            tracer.root(SpanKind.CONSUMER, "root").end();
            request.end();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void aTracerThatIsOffAllocatesNothing() {
        allocatedBy(Tracer.OFF);

        assertThat(allocatedBy(Tracer.OFF)).isLessThan(CALLS);
    }
}
