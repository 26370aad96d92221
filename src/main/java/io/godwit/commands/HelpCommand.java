package io.godwit.commands;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command {@code help}: lists the commands, or says more about one. */
final class HelpCommand implements Command {

    private final CommandLine line;

    HelpCommand(CommandLine line) {
        this.line = line;
    }

    @Override
    public String name() {
        return "help";
    }

    @Override
    public String summary() {
        return "lists the commands, or says more about one of them";
    }

    @Override
    public String synopsis() {
        return "[COMMAND]";
    }

    @Override
    public String description() {
        return "Reads no settings. Exit status: 0, or 2 if there is no such command.";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        if (arguments.isEmpty()) {
            list(out);
        } else {
            explain(arguments.get(0), out);
        }
        return OK;
    }

    private void list(PrintStream out) {
        out.println(
                "java -jar godwit.jar          starts the server; the settings are environment variables and a file");
        out.println("java -jar godwit.jar COMMAND  runs a command, which starts no server:");
        out.println();
        for (var command : line.commands()) {
            out.printf("  %-15s %s%n", command.name(), command.summary());
        }
        out.println();
        out.println("java -jar godwit.jar help COMMAND says more about a command.");
    }

    private void explain(String name, PrintStream out) {
        var command = line.find(name).orElseThrow(() -> new UsageException(line.unknown(name)));
        out.println(CommandLine.usage(command));
        out.println();
        out.println(command.name() + " " + command.summary() + ".");
        out.println(command.description());
    }
}
