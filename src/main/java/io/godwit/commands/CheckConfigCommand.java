package io.godwit.commands;

import static java.util.stream.Collectors.toMap;

import io.godwit.config.SettingsReport;
import io.godwit.core.SettingInForce;
import io.godwit.core.SettingsReader;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command {@code check-config}: the settings that differ from their defaults, and every mistake in them. */
final class CheckConfigCommand implements Command {

    @Override
    public String name() {
        return "check-config";
    }

    @Override
    public String summary() {
        return "shows the settings that differ from their defaults, and every mistake in them";
    }

    @Override
    public String synopsis() {
        return "";
    }

    @Override
    public String description() {
        return """
                Reads the settings as a start does: the defaults in the jar, the file named by GODWIT_CONFIG, the environment.
                Shows the source of each; the values of secrets are hidden. Starts nothing and writes nothing.
                Exit status: 0, 1 when a start would be refused because of the settings.""";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        var defaults = SettingsReport.read(Map.of());
        var report = SettingsReport.read(environment);
        print(different(report.inForce(), defaults.inForce()), out);
        report.mistakes().forEach(mistake -> out.println("wrong: " + mistake));
        out.println(
                report.mistakes().isEmpty()
                        ? "A start would take these settings."
                        : "A start would be refused: correct what is wrong above; conf/godwit.yaml explains each setting.");
        return report.mistakes().isEmpty() ? OK : WRONG;
    }

    private static List<SettingInForce> different(List<SettingInForce> settings, List<SettingInForce> defaults) {
        var nameToDefault = defaults.stream().collect(toMap(SettingInForce::name, SettingInForce::value));
        return settings.stream()
                .filter(setting -> !setting.value().equals(nameToDefault.get(setting.name())))
                .toList();
    }

    private static void print(List<SettingInForce> settings, PrintStream out) {
        if (settings.isEmpty()) {
            out.println("Every setting has its default.");
        }
        for (var setting : settings) {
            out.println(setting.name() + ": " + value(setting) + " (" + source(setting) + ")");
        }
    }

    private static String value(SettingInForce setting) {
        if (!setting.isSet()) {
            return "empty";
        }
        return setting.isSecret() ? "hidden" : setting.value();
    }

    private static String source(SettingInForce setting) {
        return switch (setting.source()) {
            case DEFAULT -> "default";
            case FILE -> "file";
            case ENVIRONMENT -> "environment, " + SettingsReader.variable(setting.name());
        };
    }
}
