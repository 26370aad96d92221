/** The draft of a workflow: steps and transitions as the editor keeps them, and the encryption of step configs. */
@NullMarked
package io.godwit.workflows.draft;

import org.jspecify.annotations.NullMarked;
