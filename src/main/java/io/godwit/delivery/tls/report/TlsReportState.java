package io.godwit.delivery.tls.report;

/** The state of a report to a domain, as the column {@code tls_reports.state} has it. */
enum TlsReportState {
    WAITING,
    SENT,
    /** The domain names no destination for reports. */
    UNWANTED,
    FAILED
}
