package io.godwit.inbound;

import java.util.List;
import java.util.Optional;

/**
 * A report read, or why it cannot be.
 *
 * @param reports empty when nothing in it concerns us, or when it could not be read
 */
record Judged(RawReport raw, List<Report> reports, Optional<String> unreadable) {

    List<Report.OfMail> ofMail() {
        return reports.stream()
                .filter(Report.OfMail.class::isInstance)
                .map(Report.OfMail.class::cast)
                .toList();
    }

    List<Report.Received> received() {
        return reports.stream()
                .filter(Report.Received.class::isInstance)
                .map(Report.Received.class::cast)
                .toList();
    }
}
