package io.godwit;

import io.godwit.projects.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What opens the demo projects: the content of {@code demo.json}, and the lines on the console.
 *
 * @param password empty when it is not known any more: only its hash is kept
 * @param projects one at least
 */
record DemoPage(String baseUrl, String email, Optional<String> password, List<Entry> projects) {

    DemoPage {
        projects = List.copyOf(projects);
    }

    /** One demo project. */
    record Entry(UUID project, String domain, KeyPair keys) {}

    DemoPage withPassword(Optional<String> known) {
        return new DemoPage(baseUrl, email, known, projects);
    }

    /**
     * For the console: where we are, both keys, and a line that sends a first mail.
     *
     * @param caught whether mail is kept here, and so can be read here
     */
    String banner(boolean caught) {
        var first = projects.get(0);
        var banner =
                """

                Godwit is at %1$s

                  public key  %2$s
                  secret key  %3$s

                Send a first mail:

                  curl %1$s/v1/send -H 'Authorization: Bearer %3$s' -H 'Content-Type: application/json' \
                -d '{"to":"you@example.org","from":"hello@%4$s","subject":"Hello","body":"<p>It works.</p>"}'
                """.formatted(baseUrl, first.keys().publicKey(), first.keys().secretKey(), first.domain());
        return caught ? banner + "\nAnd read it at " + baseUrl + "/dev/mailbox\n" : banner;
    }

    @Override
    public String toString() {
        return "DemoPage[" + baseUrl + "]";
    }
}
