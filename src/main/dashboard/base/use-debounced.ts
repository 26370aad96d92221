import { useEffect, useState } from "react";

/** The value that has stayed the same for so many milliseconds: the server is asked about a text once nobody types for a moment. */
export function useDebounced(value: string, milliseconds = 500): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
