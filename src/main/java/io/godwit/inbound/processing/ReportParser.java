package io.godwit.inbound.processing;

import java.util.List;

/**
 * Speaks one provider's language. Runs on a worker, for some hundred reports one after the other; pure, so it may be called again
 * for the same report.
 */
@FunctionalInterface
public interface ReportParser {

    /**
     * What is in it for us; empty for what does not concern us. Whatever it throws marks the one report as unreadable, with the
     * exception's message as the note.
     */
    List<DeliveryReport> read(RawReport raw);
}
