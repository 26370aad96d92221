package io.godwit.system;

import io.godwit.core.EmailAddress;
import io.godwit.core.SettingsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the system page, and of what it looks at.
 *
 * @param operators addresses of the users who may see it; none: the first user
 * @param certificate the file of the certificate that the SMTP server for received mail offers
 */
public record SystemSettings(List<EmailAddress> operators, Optional<Path> certificate) {

    public SystemSettings {
        operators = List.copyOf(operators);
    }

    public static SystemSettings read(SettingsReader reader) {
        var addresses = reader.list("system.operators").stream()
                .map(EmailAddress::parse)
                .toList();
        if (addresses.contains(Optional.<EmailAddress>empty())) {
            reader.mistake("system.operators", "email addresses, separated by commas");
        }
        return new SystemSettings(
                addresses.stream().flatMap(Optional::stream).toList(),
                reader.optional("inbound.smtp.certificate").map(Path::of));
    }
}
