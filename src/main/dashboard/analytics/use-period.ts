import { useQueryState } from "../base/address.ts";
import { timeZone } from "../base/format.ts";
import { type Period, periodOf } from "./period.ts";

/** The period the address names. */
export function usePeriod(): Period {
  const [query] = useQueryState();
  return periodOf(query, Date.now(), timeZone());
}
