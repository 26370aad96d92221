package io.godwit.workflows.engine;

import java.time.Duration;

/**
 * Settings of the workflow engine.
 *
 * @param batch executions carried on in one transaction
 * @param lease time a claim lasts without being renewed
 */
public record WorkflowSettings(int batch, Duration lease) {}
