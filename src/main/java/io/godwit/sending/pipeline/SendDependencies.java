package io.godwit.sending.pipeline;

import io.godwit.bus.Bus;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.db.Database;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.events.EventAppender;
import io.godwit.sending.rendering.LinkTracker;
import io.godwit.sending.rendering.SenderIdentities;
import io.godwit.sending.results.ResultDependencies;
import io.godwit.smtp.Transport;
import io.godwit.traces.Tracer;
import java.util.Optional;

/**
 * The parts that the send pipeline works with. The owner closes the transport, after the pipeline has stopped.
 *
 * @param direct starts and stops with the pipeline; empty: every email goes by the transport
 * @param simulator the domain whose emails say nothing about any mail server or address
 */
public record SendDependencies(
        Database database,
        Bus bus,
        EventAppender events,
        SenderIdentities keys,
        Transport transport,
        Optional<DirectDelivery> direct,
        LinkTokenCodec links,
        MessageIdCodec ids,
        LinkTracker linkTracker,
        RefusalListener refusalListener,
        MailServerState state,
        SimulatorDomain simulator,
        Tracer tracer) {

    /** Returns the parts of them that the recording of results needs. */
    ResultDependencies results() {
        return new ResultDependencies(database, events, ids, simulator);
    }
}
