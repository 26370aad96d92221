package io.godwit.commands;

import io.godwit.config.Settings;
import io.vertx.core.Vertx;
import java.util.Map;

/** The settings of the server, for commands that need nothing else of Vert.x. */
final class CommandSettings {

    private CommandSettings() {}

    /** Blocks; fails with every mistake in the settings. */
    static Settings read(Map<String, String> environment) {
        var vertx = Vertx.vertx();
        try {
            return Settings.read(vertx, environment).await();
        } finally {
            vertx.close().await();
        }
    }
}
