package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.util.List;

/** Shows every mistake in the settings. */
record SettingsCheck(List<String> mistakes) implements BlockingCheck {

    SettingsCheck {
        mistakes = List.copyOf(mistakes);
    }

    @Override
    public String name() {
        return "settings";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of();
    }

    @Override
    public List<CheckResult> results() {
        var check = new Check(name(), "");
        return mistakes.isEmpty()
                ? List.of(check.ok("A start takes the settings"))
                : mistakes.stream()
                        .map(mistake -> check.failed(
                                mistake, "Correct it; check-config shows the settings and where each is from."))
                        .toList();
    }
}
