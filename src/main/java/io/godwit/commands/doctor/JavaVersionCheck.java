package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.util.List;

/** Checks that Java is the version that Godwit is tested with. */
record JavaVersionCheck(Runtime.Version java) implements BlockingCheck {

    private static final int TESTED = 17;

    @Override
    public String name() {
        return "java";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of();
    }

    @Override
    public List<CheckResult> results() {
        var check = new Check(name(), "");
        if (java.feature() == TESTED) {
            return List.of(check.ok("Java is " + java));
        }
        return List.of(
                java.feature() < TESTED
                        ? check.failed("Java is " + java, "Install a Java 17 runtime.")
                        : check.warning(
                                "Java is " + java + ", and Godwit is tested with 17", "Use a Java 17 runtime."));
    }
}
