import { loadStyle } from "../app/styles.ts";
import { isStatus } from "../base/errors.ts";
import { loadWords } from "../base/words.ts";
import { loadable } from "../kit/states.tsx";
import type { ConflictProps } from "./props.ts";

/** True when somebody else has saved since the page was opened. */
export const isConflict = (error: Error | null): boolean => isStatus(error, 409) && "current" in error.details;

const Choice = loadable(async () => {
  const [loaded] = await Promise.all([import("./choice.tsx"), loadWords("conflict"), loadStyle("conflict")]);
  return { default: loaded.Choice };
});

/** The choice between both states, which is loaded when there is one to be made. */
export function Conflict(props: ConflictProps) {
  return isConflict(props.error) && <Choice {...props} />;
}
