package io.godwit.delivery.simulator;

import io.vertx.core.Future;

/** The visit of a tracked picture or link by a simulated reader; implemented by {@code tracking}. */
@FunctionalInterface
public interface LinkVisitor {

    /** Completes when the visit is recorded; with false for an address that is not tracked. */
    Future<Boolean> visit(String url, String userAgent);
}
