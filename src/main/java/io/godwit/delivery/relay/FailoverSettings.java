package io.godwit.delivery.relay;

import io.godwit.core.SettingsReader;
import io.godwit.smtp.RelaySettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * The relays that emails go to.
 *
 * @param others besides the one of {@code mail.host}, in the order in which they are tried
 */
public record FailoverSettings(List<NamedRelay> others) {

    /** The name of the relay of {@code mail.host}. */
    public static final String DEFAULT = "default";

    public FailoverSettings {
        others = List.copyOf(others);
    }

    public static FailoverSettings read(SettingsReader reader, RelaySettings first) {
        var settings = reader.checked(
                "mail.relays",
                "relays, each name=smtp://user:password@host:port",
                () -> new FailoverSettings(reader.list("mail.relays").stream()
                        .map(text -> NamedRelay.parse(text, first))
                        .toList()),
                new FailoverSettings(List.of()));
        var names = settings.names();
        if (names.stream().distinct().count() < names.size()) {
            reader.note("mail.relays (GODWIT_MAIL_RELAYS) must not name two relays alike");
        }
        if (!settings.others().isEmpty() && first.host().isEmpty()) {
            reader.note("mail.relays (GODWIT_MAIL_RELAYS) needs mail.host (GODWIT_MAIL_HOST), which is tried first");
        }
        return settings;
    }

    /** Returns the names of all relays in the order in which they are tried. */
    public List<String> names() {
        return Stream.concat(Stream.of(DEFAULT), others.stream().map(NamedRelay::name))
                .toList();
    }
}
