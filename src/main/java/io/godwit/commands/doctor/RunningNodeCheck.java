package io.godwit.commands.doctor;

import io.godwit.commands.doctor.RunningNode.Readiness;
import io.godwit.config.Settings;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.util.List;

/** Shows whether a Godwit runs here already, and whether it is ready. */
record RunningNodeCheck(Settings settings) implements BlockingCheck {

    @Override
    public String name() {
        return "running";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("data.dir", "http.host", "http.port");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var check = new Check(name(), "");
        var node = RunningNode.find(settings);
        if (!node.isRunning()) {
            return List.of(check.ok("No Godwit runs here with these settings"));
        }
        return List.of(node.readiness()
                .map(readiness -> result(check, node, readiness))
                .orElseGet(() -> silent(check, node)));
    }

    private static CheckResult result(Check check, RunningNode node, Readiness readiness) {
        var failed = String.join(", ", readiness.failed());
        if (!readiness.ready()) {
            return check.failed(
                    node.named() + " runs and is not ready: " + failed,
                    "Read its log; the lines below may show the cause.");
        }
        return readiness.failed().isEmpty()
                ? check.ok(node.named() + " runs and is ready")
                : check.warning(
                        node.named() + " is ready, but something that it works with is away: " + failed,
                        "Read GET /health and the lines below.");
    }

    private CheckResult silent(Check check, RunningNode node) {
        return check.warning(
                node.named() + " holds the data directory, and nothing answers at port "
                        + settings.http().port(),
                "Wait if it has just been started; else read its log, or stop that process.");
    }
}
