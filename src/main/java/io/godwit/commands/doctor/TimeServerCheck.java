package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.DeliveryCheck;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Compares the clock of this machine with the time server of the settings. */
record TimeServerCheck(DeliveryCheck delivery) implements InstallationCheck {

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("mail.check.", "dns.");
    }

    @Override
    public Future<List<CheckResult>> run(Vertx vertx) {
        return delivery.clock();
    }
}
