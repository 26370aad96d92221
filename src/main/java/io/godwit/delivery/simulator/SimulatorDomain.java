package io.godwit.delivery.simulator;

import io.godwit.core.EmailAddress;
import io.godwit.core.SettingsReader;
import java.util.Locale;
import java.util.Optional;

/**
 * The domain of simulated addresses.
 *
 * @param name in lower case; empty: there is no simulator
 */
public record SimulatorDomain(Optional<String> name) {

    /** No simulator. */
    public static final SimulatorDomain NONE = new SimulatorDomain(Optional.empty());

    /** Reads the setting; its default is below a top-level domain that exists for tests only (RFC 2606 §2). */
    public static SimulatorDomain read(SettingsReader reader) {
        var name = reader.optional("mail.simulator.domain").map(domain -> domain.toLowerCase(Locale.ROOT));
        if (name.filter(domain -> EmailAddress.parse("x@" + domain).isEmpty()).isPresent()) {
            reader.mistake("mail.simulator.domain", "a domain such as simulator.godwit.test");
        }
        return new SimulatorDomain(name);
    }

    /** Returns whether emails to this domain are simulated; {@code domain} is in lower case. */
    public boolean contains(String domain) {
        return name.filter(domain::equals).isPresent();
    }

    /** Returns whether the address stands for one on the suppression list: its emails end before any attempt. */
    public boolean isSuppressed(EmailAddress address) {
        return contains(address.domain())
                && SimulatorAddress.parse(address.localPart()).behaviour() == SimulatorAddress.Behaviour.SUPPRESSED;
    }
}
