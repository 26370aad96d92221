package io.godwit.workflows.engine;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * Settings of the workflow engine.
 *
 * @param batch executions carried on in one transaction
 * @param lease time a claim lasts without being renewed
 */
public record WorkflowSettings(int batch, Duration lease) {

    public static WorkflowSettings read(SettingsReader reader) {
        return new WorkflowSettings(reader.number("workflows.batch", 1, 2_000), reader.duration("workflows.lease"));
    }
}
