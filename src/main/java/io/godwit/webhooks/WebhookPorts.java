package io.godwit.webhooks;

import io.godwit.bus.Bus;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;

/** The rooms calls are made from; {@code ends} is told of every call that has ended. */
public record WebhookPorts(Database database, Bus bus, Vault vault, Dns dns, CallEnds ends) {}
