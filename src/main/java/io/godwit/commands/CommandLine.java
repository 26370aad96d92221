package io.godwit.commands;

import io.godwit.core.EditDistance;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the command that the arguments of the jar name. */
public final class CommandLine {

    private final List<Command> commands;

    private CommandLine(List<Command> commands) {
        var all = new ArrayList<>(commands);
        all.add(0, new HelpCommand(this));
        this.commands = List.copyOf(all);
    }

    /** Returns the command line with every command there is; {@code help} lists them in this order. */
    public static CommandLine ofAllCommands() {
        return new CommandLine(List.of(
                new VersionCommand(),
                new CheckConfigCommand(),
                new DoctorCommand(),
                new DeliveryCheckCommand(),
                new BackupCommand(),
                new RestoreCommand(),
                new ReleaseEmailsCommand()));
    }

    /**
     * Runs a command; blocks until it has ended. Never throws: an error is a sentence in {@code errors}, without a stack trace.
     *
     * @param words the name of a command and its arguments
     * @return the exit status of the process
     */
    public int run(Map<String, String> environment, List<String> words, PrintStream out, PrintStream errors) {
        var command = find(words.get(0));
        if (command.isEmpty()) {
            errors.println(unknown(words.get(0)));
            return Command.REFUSED;
        }
        try {
            return command.get().run(environment, words.subList(1, words.size()), out);
        } catch (UsageException wrong) {
            errors.println(wrong.getMessage());
            errors.println(usage(command.get()));
        } catch (RuntimeException refused) {
            errors.println(Optional.ofNullable(refused.getMessage()).orElseGet(refused::toString));
        } finally {
            out.flush();
            errors.flush();
        }
        return Command.REFUSED;
    }

    List<Command> commands() {
        return commands;
    }

    /** Finds the command of a name; {@code --help} and {@code --version} are names as well, as in other programs. */
    Optional<Command> find(String word) {
        var name = word.startsWith("--") ? word.substring(2) : word;
        return commands.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The line that shows how a command is called. */
    static String usage(Command command) {
        return ("Usage: java -jar godwit.jar " + command.name() + " " + command.synopsis()).strip();
    }

    /** The sentence about a word that is no command, with the name nearest to the word. */
    String unknown(String word) {
        var nearest = commands.stream()
                .map(Command::name)
                .min(Comparator.comparingInt(name -> EditDistance.between(word, name)))
                .orElseThrow();
        return "There is no command " + word + "; did you mean " + nearest + "? java -jar godwit.jar help lists all.";
    }
}
