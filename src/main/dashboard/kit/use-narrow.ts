import { useSyncExternalStore } from "react";

/** Windows of this width or less are those of phones. */
const PHONE = "(max-width: 520px)";

/** True in a window as narrow as a phone; changes with the window. */
export function useNarrow(): boolean {
  return useSyncExternalStore((changed) => {
    const media = matchMedia(PHONE);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, () => matchMedia(PHONE).matches);
}
