package io.godwit.webhooks;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;

/** The rooms calls are made from; {@code ends} is told of every call that has ended. */
public record WebhookDependencies(Database database, Bus bus, Crypto vault, DnsResolver dns, WebhookListener ends) {}
