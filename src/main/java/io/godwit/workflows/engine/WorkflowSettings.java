package io.godwit.workflows.engine;

import java.time.Duration;

/**
 * How the engine works.
 *
 * @param batch executions carried on in one transaction
 * @param lease a claim that is not renewed for so long is somebody else's
 */
public record WorkflowSettings(int batch, Duration lease) {}
