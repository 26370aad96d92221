package io.godwit.smtp.client;

import io.godwit.kit.smtp.SinkOptions;

/** A server that does not offer PIPELINING. */
class NativeLockstepTransportTest extends NativeRelayTransportTest {

    @Override
    SinkOptions options() {
        return SinkOptions.plain().withoutPipelining();
    }
}
