package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** A check of one thing that Godwit needs. */
interface InstallationCheck {

    /** The word that names the check; it is the name of its results, too. */
    String name();

    /** The beginnings of the names of the settings that the check reads; while one of them is wrong the check is left out. */
    List<String> settingPrefixes();

    /**
     * Completes with the results; none where the thing is not in use. May fail, with a sentence, when nothing can be found out.
     * Called on an event loop.
     */
    Future<List<CheckResult>> run(Vertx vertx);
}
