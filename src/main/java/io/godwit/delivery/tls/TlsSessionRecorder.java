package io.godwit.delivery.tls;

/** Counts sessions with mail hosts for TLS reports. */
@FunctionalInterface
public interface TlsSessionRecorder {

    /** Counts nothing. */
    TlsSessionRecorder NONE = ignored -> {};

    /** Counts a session, once when its opening has ended. Quick, and safe from any thread. */
    void record(TlsSession session);
}
