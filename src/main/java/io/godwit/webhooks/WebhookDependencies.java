package io.godwit.webhooks;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.traces.Tracer;

/** The parts that calls need; {@code listener} is called for every call that has ended. */
public record WebhookDependencies(
        Database database, Bus bus, Crypto crypto, DnsResolver dns, WebhookListener listener, Tracer tracer) {}
