package io.godwit.sending;

import io.godwit.bus.Bus;
import io.godwit.core.LinkTokens;
import io.godwit.core.MessageIds;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.smtp.Transport;

/** The rooms the send pipeline works with. The transport stays its owner's to close, after the pipeline has stopped. */
public record SendPorts(
        Database database,
        Bus bus,
        Events events,
        SigningKeys keys,
        Transport transport,
        LinkTokens links,
        MessageIds ids,
        Trail trail,
        RefusalNotices notices,
        MailServerState state) {}
