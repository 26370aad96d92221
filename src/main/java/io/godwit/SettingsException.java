package io.godwit;

import io.godwit.core.StartRefused;
import java.util.List;

/** The start is refused; the message lists every mistake. */
final class SettingsException extends StartRefused {

    private static final long serialVersionUID = 1L;

    SettingsException(List<String> mistakes) {
        super("Godwit cannot start with these settings:\n  - " + String.join("\n  - ", mistakes));
    }
}
