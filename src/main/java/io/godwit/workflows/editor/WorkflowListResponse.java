package io.godwit.workflows.editor;

import java.util.List;
import java.util.Optional;

/**
 * A page of workflows for clients of either style of paging.
 *
 * @param total number of matching workflows; 0 on a page reached by a cursor
 * @param page from 1; 0 on a page reached by a cursor
 */
record WorkflowListResponse(
        List<WorkflowResponse.ListedWorkflow> data,
        long total,
        int page,
        int pageSize,
        long totalPages,
        Optional<String> cursor,
        boolean hasMore) {}
