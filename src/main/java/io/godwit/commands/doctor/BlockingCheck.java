package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** A check that blocks, on files, sockets or the database. */
interface BlockingCheck extends InstallationCheck {

    /** Returns the results; blocks. */
    List<CheckResult> results() throws Exception;

    @Override
    default Future<List<CheckResult>> run(Vertx vertx) {
        return vertx.executeBlocking(this::results, false);
    }
}
