package io.godwit.delivery.relay;

import io.godwit.smtp.RelaySettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** A relay with the name that projects choose it by. */
public record NamedRelay(String name, RelaySettings settings) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    /**
     * Parses {@code name=smtp://user:password@host:port}; the scheme is {@code smtp}, with the encryption of the other settings,
     * or {@code smtps}, with TLS from the first byte. User and password are percent-encoded. Throws an
     * {@link IllegalArgumentException} for any other text.
     */
    static NamedRelay parse(String text, RelaySettings others) {
        var equals = text.indexOf('=');
        var name = equals < 0 ? "" : text.substring(0, equals).strip();
        if (!NAME.matcher(name).matches() || name.equals(FailoverSettings.DEFAULT)) {
            throw new IllegalArgumentException("A relay needs a name of small letters and digits");
        }
        try {
            return new NamedRelay(
                    name, settings(new URI(text.substring(equals + 1).strip()), others));
        } catch (URISyntaxException invalid) {
            throw new IllegalArgumentException("A relay needs an address", invalid);
        }
    }

    private static RelaySettings settings(URI address, RelaySettings others) {
        var isImplicit = "smtps".equals(address.getScheme());
        if (address.getHost() == null || !(isImplicit || "smtp".equals(address.getScheme()))) {
            throw new IllegalArgumentException("The address of a relay begins with smtp:// or smtps://");
        }
        var login = Optional.ofNullable(address.getRawUserInfo()).map(info -> info.split(":", 2));
        if (login.filter(parts -> parts.length < 2).isPresent()) {
            throw new IllegalArgumentException("The address of a relay has a user and a password, or neither");
        }
        return others.withServer(
                address.getHost(),
                address.getPort() < 0 ? others.port() : address.getPort(),
                login.map(parts -> decoded(parts[0])),
                login.map(parts -> decoded(parts[1])),
                isImplicit ? RelaySettings.Tls.IMPLICIT : others.tls());
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return name;
    }
}
