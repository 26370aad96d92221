import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { formatRelative } from "../base/format.ts";
import { offerNewVersion } from "../base/new-version.ts";
import { t } from "../base/words.ts";
import { FailureNote } from "./failure.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** Grey lines where something will stand; shown after 150 ms by its style, so that quick answers do not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={t("kit.loading")}>
      {Array.from({ length: lines }, (_, at) => <span key={at} />)}
    </div>
  );
}

interface EmptyProps {
  icon: IconName;
  title: string;
  /** The whole page is this: its title is the page's. */
  isPage?: boolean;
  children?: React.ReactNode;
  action?: React.ReactNode;
}

/** Says what this place is for while there is nothing in it, with one thing to do. */
export function Empty({ icon, title, isPage = false, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <div className="soft empty-text">{children}</div>}
      {action && <div className="row-wrap">{action}</div>}
    </div>
  );
}

type Query<T> = Pick<UseQueryResult<T, Error>, "data" | "error" | "refetch" | "dataUpdatedAt" | "isPlaceholderData">;

/**
 * Shows the answer of a query, or that it loads or failed. An answer that could not be refreshed stays, with its age.
 *
 * <Loaded query={contact}>{(contact) => …}</Loaded>
 */
export function Loaded<T>(
  { query, lines, children }: { query: Query<T>; lines?: number; children: (data: T) => React.ReactNode },
) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.error ? <FailureNote error={query.error} onRetry={retry} /> : <Skeleton lines={lines ?? 3} />;
  }
  return (
    <>
      {query.error && <Stale since={query.dataUpdatedAt} error={query.error} onRetry={retry} />}
      {children(query.data)}
    </>
  );
}

function Stale({ since, error, onRetry }: { since: number; error: Error; onRetry: () => void }) {
  return (
    <div className="stack-small stale">
      <p className="small">{t("kit.stale", { since: formatRelative(since) })}</p>
      <FailureNote error={error} onRetry={onRetry} />
    </div>
  );
}

/** Loads a file of this version; fails when it cannot be had, and offers a newer version when the server has one. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    void offerNewVersion();
    throw cause;
  }
}

/**
 * A component whose code is loaded when it is first shown, and what stands in its place meanwhile. React's own `lazy` needs a
 * Suspense, whose fallback React keeps for 300 ms at least; our files come in a tenth of that. When a file cannot be had, a note
 * says so, and a newer version is offered when the server has one: a browser does not request such a file again.
 *
 * @param Frame stands around the note
 */
export function loadable<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ReactNode = null,
  Frame: ComponentType<{ children: ReactNode }> = Fragment,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Loadable(props: P) {
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<Error>();
    useEffect(() => {
      if (Component) return;
      let isUnmounted = false;
      loadPart(load).then(({ default: component }) => {
        loaded = component;
        if (!isUnmounted) setComponent(() => component);
      }, (cause) => isUnmounted || setError(cause));
      return () => void (isUnmounted = true);
    }, []);
    if (error) {
      return (
        <Frame>
          <FailureNote error={error} />
        </Frame>
      );
    }
    return Component ? <Component {...props} /> : fallback;
  };
}
