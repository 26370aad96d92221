package io.godwit.workflows.executions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** One execution with all its visits. */
record ExecutionDetail(@JsonUnwrapped ExecutionResponse execution, List<VisitResponse> stepExecutions) {}
