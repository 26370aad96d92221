import { useAnswer } from "../base/data.ts";

/** Requests what is sent now, what failed within a day and what is planned; the parts of the page share one answer. */
export function useCurrent() {
  return useAnswer("/activity/current", undefined, { topics: ["activity", "campaign", "email", "workflow"] });
}
