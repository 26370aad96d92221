package io.godwit.core;

import java.util.List;

/** Signals that the node refuses to start with its settings; the message lists every mistake. */
public final class SettingsException extends StartupException {

    private static final long serialVersionUID = 1L;

    public SettingsException(List<String> mistakes) {
        super("Godwit cannot start with these settings:\n  - " + String.join("\n  - ", mistakes));
    }
}
