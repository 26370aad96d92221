package io.godwit.sending;

import io.godwit.bus.Bus;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.smtp.Transport;

/** The parts that the send pipeline works with. The owner closes the transport, after the pipeline has stopped. */
public record SendDependencies(
        Database database,
        Bus bus,
        EventAppender events,
        SenderIdentities keys,
        Transport transport,
        LinkTokenCodec links,
        MessageIdCodec ids,
        LinkTracker linkTracker,
        RefusalListener refusalListener,
        MailServerState state) {}
