package io.godwit.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The commands as they are called: by their names, with a hint for a name there is not. */
class CommandLineTest {

    private record Called(int status, String out, String errors) {}

    private static Called call(String... words) {
        var out = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        var status = CommandLine.ofAllCommands()
                .run(Map.of(), List.of(words), new PrintStream(out, true, UTF_8), new PrintStream(errors, true, UTF_8));
        return new Called(status, out.toString(UTF_8), errors.toString(UTF_8));
    }

    @Test
    void helpListsEveryCommandWithASummary() {
        var commands = CommandLine.ofAllCommands().commands();

        var help = call("help");

        assertThat(help.status()).isZero();
        assertThat(commands)
                .extracting(Command::name)
                .contains("help", "version", "doctor", "check-config", "check-delivery");
        assertThat(commands)
                .allSatisfy(command ->
                        assertThat(help.out()).contains(command.name()).contains(command.summary()));
    }

    @Test
    void helpWithTheNameOfACommandSaysMoreAboutIt() {
        assertThat(call("help", "check-delivery").out())
                .startsWith("Usage: java -jar godwit.jar check-delivery [DOMAIN[:SELECTOR]...]")
                .contains("Exit status");
        assertThat(CommandLine.ofAllCommands().commands())
                .allSatisfy(command ->
                        assertThat(call("help", command.name()).out()).contains("Exit status"));
    }

    @Test
    void anUnknownCommandIsAnsweredWithTheNearestName() {
        var unknown = call("docter");

        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.errors())
                .isEqualToIgnoringNewLines(
                        "There is no command docter; did you mean doctor? java -jar godwit.jar help lists all.");
        assertThat(unknown.out()).isEmpty();
        assertThat(call("help", "versoin").errors()).contains("did you mean version?");
    }

    @Test
    void aWrongArgumentIsAnsweredWithTheUsage() {
        var wrong = call("doctor", "everything");

        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.errors())
                .contains("There is no check everything")
                .contains("Usage: java -jar godwit.jar doctor");
    }

    @Test
    void theNamesOfOtherProgramsAreUnderstood() {
        assertThat(call("--version").out()).isEqualTo(call("version").out()).contains("Java");
        assertThat(call("--help").status()).isZero();
    }
}
