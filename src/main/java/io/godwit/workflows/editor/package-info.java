/** The editor of workflows: changes of drafts, their validation, versions, lists, and their routes. */
@NullMarked
package io.godwit.workflows.editor;

import org.jspecify.annotations.NullMarked;
