package io.godwit.demo;

import io.godwit.accounts.OneTimeToken;
import io.godwit.projects.ApiKeyPair;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The credentials of the demo projects: the content of {@code demo.json}, and the lines on the console.
 *
 * @param password empty when it is not known any more: only its hash is kept
 * @param signInUrl the link that signs the owner in without a password; empty once the owner has chosen one
 * @param projects one at least
 */
record DemoCredentials(
        String baseUrl, String email, Optional<String> password, Optional<String> signInUrl, List<Entry> projects) {

    DemoCredentials {
        projects = List.copyOf(projects);
    }

    /** One demo project. */
    record Entry(UUID project, String domain, ApiKeyPair keys) {}

    DemoCredentials withPassword(Optional<String> known) {
        return new DemoCredentials(baseUrl, email, known, signInUrl, projects);
    }

    DemoCredentials withSignInToken(Optional<OneTimeToken> token) {
        var url = token.map(signInToken -> baseUrl + "/app/welcome?token=" + signInToken.text());
        return new DemoCredentials(baseUrl, email, password, url, projects);
    }

    /**
     * The console text of the first start: the server's address, the sign-in link, both keys, the file they are stored in, and
     * a command that sends a first email, and the address of the documentation.
     *
     * @param caught true when emails are caught by this server, and so can be read here
     */
    String consoleText(boolean caught, Path file) {
        var first = projects.get(0);
        var banner = """

                Godwit is at %1$s
                %6$s
                  public key  %2$s
                  secret key  %3$s

                Both lie in %5$s, with the demo account's password; they are not shown again.

                Send a first email:

                  curl %1$s/v1/send -H 'Authorization: Bearer %3$s' -H 'Content-Type: application/json' \
                -d '{"to":"you@example.org","from":"hello@%4$s","subject":"Hello","body":"<p>It works.</p>"}'
                """.formatted(
                baseUrl, first.keys().publicKey(), first.keys().secretKey(), first.domain(), file, signInLine());
        var read = caught ? "\nAnd read it at " + baseUrl + "/dev/mailbox\n" : "";
        return banner + read + docsLine();
    }

    /**
     * The console text of every later start, whose output may be kept by others: the file of the keys is named, and no key is
     * shown; the sign-in link is, because it works once and only until a password is chosen.
     */
    String reminder(Path file) {
        return "\nGodwit is at " + baseUrl + "; the demo's keys lie in " + file + "\n" + signInLine() + docsLine();
    }

    private String docsLine() {
        return "\nGuides and all calls of the API, to be tried out: " + baseUrl + "/docs\n";
    }

    private String signInLine() {
        return signInUrl
                .map(url -> "\nSign in and choose a password, once and within a day:\n\n  " + url + "\n")
                .orElse("");
    }

    @Override
    public String toString() {
        return "DemoCredentials[" + baseUrl + "]";
    }
}
