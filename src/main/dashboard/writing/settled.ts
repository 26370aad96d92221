import { useEffect, useState } from "react";

/** How long nothing is typed before the server is asked about it. */
const PAUSE_MS = 500;

/** The value it has had for some time. */
export function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
