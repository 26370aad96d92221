package io.godwit.modules;

import io.godwit.addresses.AddressRoutes;
import io.godwit.addresses.AddressVerifier;
import io.godwit.dns.DnsResolver;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** Wires {@code POST /v1/verify}. */
public final class AddressModule implements FeatureModule {

    private final NodeContext node;
    private final DnsResolver dns;

    public AddressModule(NodeContext node) {
        this.node = node;
        this.dns = new DnsResolver(node.vertx(), node.settings().dns());
    }

    @Override
    public List<Routes> routes() {
        return List.of(new AddressRoutes(new AddressVerifier(node.vertx(), dns)));
    }

    @Override
    public Future<Void> close() {
        return dns.close();
    }
}
