package io.godwit.core;

import java.util.List;

/** Signals that the node refuses to start with its settings; the message lists every mistake. */
public final class SettingsException extends StartupException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    public SettingsException(List<String> mistakes) {
        super("Godwit cannot start with these settings:\n  - " + String.join("\n  - ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /** The mistakes, a sentence each. */
    public List<String> mistakes() {
        return mistakes;
    }
}
