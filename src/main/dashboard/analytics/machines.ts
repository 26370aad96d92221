import { useQueryState } from "../base/address.ts";

/** Shows opens and clicks of machines beside those of persons; the choice stands in the address. */
export function useMachines(): [boolean, (shown: boolean) => void] {
  const [{ machines }, setQuery] = useQueryState();
  return [machines === "1", (shown) => setQuery({ machines: shown ? "1" : undefined })];
}
