import { useEffect, useRef } from "react";
import type { Workflow } from "../api.ts";

interface Basis {
  /** The version that a change is made from. */
  version: number;
  /** The state the form began from, as text. */
  state: string;
}

/**
 * The state that the changes of a form are made from. A version of the workflow in which the form's own part is as before becomes
 * the basis at once: an edit of another part is no conflict. Another state is shown where nothing is changed here; else the next save
 * is refused, and both states are compared.
 *
 * @param state of the form's part as it is stored now
 * @param isChanged whether something would be lost
 * @param onUseStored shows the stored state
 */
export function useBasis(workflow: Workflow, state: string, isChanged: boolean, onUseStored: () => void) {
  const basis = useRef<Basis>({ version: workflow.draftVersion, state });
  useEffect(() => {
    if (basis.current.version >= workflow.draftVersion) return;
    const isSame = basis.current.state === state;
    if (!isSame && isChanged) return;
    basis.current = { version: workflow.draftVersion, state };
    if (!isSame) onUseStored();
  }, [workflow.draftVersion, state, isChanged]);
  return basis;
}
