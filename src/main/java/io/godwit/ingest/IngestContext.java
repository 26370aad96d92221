package io.godwit.ingest;

import io.godwit.bus.Bus;
import io.godwit.db.Database;
import io.godwit.traces.Tracer;

/** The parts that all batchers of a node share. Safe to share between threads. */
record IngestContext(
        Database database,
        Bus bus,
        BatchTransaction transaction,
        NewContactLimiter newContacts,
        IngestMetrics metrics,
        Tracer tracer) {}
