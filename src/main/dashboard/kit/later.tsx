import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/**
 * A component whose code is loaded when it is first shown, and what stands in its place meanwhile. React's own `lazy` needs a
 * Suspense, whose fallback React keeps for 300 ms at least; our files come in a tenth of that. A failure is thrown to the boundary
 * around it.
 */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [Shown, show] = useState(() => loaded);
    const [error, fail] = useState<Error>();
    useEffect(() => {
      if (loaded) return;
      let gone = false;
      load().then(({ default: component }) => {
        loaded = component;
        if (!gone) show(() => component);
      }, (cause) => gone || fail(cause));
      return () => void (gone = true);
    }, []);
    if (error) throw error;
    return Shown ? <Shown {...props} /> : waiting;
  };
}
