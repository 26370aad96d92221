package io.godwit.inbound.processing;

import java.util.List;

/**
 * Parses the reports of one provider. Runs on a worker, for some hundred reports one after the other; pure, so it may be called
 * again for the same report.
 */
@FunctionalInterface
public interface ReportParser {

    /**
     * Returns the parsed reports; empty when nothing concerns us. An exception marks this one report as unreadable, with its
     * message as the note.
     */
    List<DeliveryReport> read(RawReport raw);
}
