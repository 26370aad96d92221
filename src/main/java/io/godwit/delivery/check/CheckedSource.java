package io.godwit.delivery.check;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * A source of email as other mail systems see it.
 *
 * @param local the configured address that connections leave from; empty: the system chooses
 * @param helloName the name it greets with
 * @param addresses its public addresses; none when the name does not lead to any
 */
record CheckedSource(Optional<String> local, String helloName, List<InetAddress> addresses) {

    CheckedSource {
        addresses = List.copyOf(addresses);
    }
}
