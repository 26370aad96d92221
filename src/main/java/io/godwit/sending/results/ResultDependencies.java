package io.godwit.sending.results;

import io.godwit.core.MessageIdCodec;
import io.godwit.db.Database;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.events.EventAppender;

/**
 * The parts that the recording of results works with.
 *
 * @param ids makes the Message-IDs that the events name
 * @param simulator the domain whose emails say nothing about any mail server or address
 */
public record ResultDependencies(
        Database database, EventAppender events, MessageIdCodec ids, SimulatorDomain simulator) {}
