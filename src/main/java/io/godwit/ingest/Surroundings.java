package io.godwit.ingest;

import io.godwit.bus.Bus;
import io.godwit.db.Database;

/** What all batchers of a node share. Safe to share between threads. */
record Surroundings(Database database, Bus bus, Ledger ledger, Newcomers newcomers, Gauges gauges) {}
