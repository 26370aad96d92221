package io.godwit.config;

import io.godwit.core.StartupException;
import java.util.List;

/** Signals that the node refuses to start with its settings; the message lists every mistake. */
final class SettingsException extends StartupException {

    private static final long serialVersionUID = 1L;

    SettingsException(List<String> mistakes) {
        super("Godwit cannot start with these settings:\n  - " + String.join("\n  - ", mistakes));
    }
}
