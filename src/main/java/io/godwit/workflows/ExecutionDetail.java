package io.godwit.workflows;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** One execution with all it did. */
record ExecutionDetail(@JsonUnwrapped ExecutionAnswer execution, List<VisitAnswer> stepExecutions) {}
