import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { go, href, usePath } from "../base/address.ts";
import { client } from "../base/data.ts";
import { ApiError } from "../base/errors.ts";
import type { Feature } from "../base/feature.ts";
import { PagesContext } from "../base/project.ts";
import { loadWords } from "../base/words.ts";
import { loadable, Skeleton } from "../kit/states.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { NewVersion } from "./new-version.tsx";
import { Bare } from "./outside.tsx";
import { isPage, placeAt, placesOf } from "./places.ts";
import { PageView } from "./page-view.tsx";
import { loadStyle } from "./styles.ts";
import { SessionContext, useSessionState } from "./session.tsx";

const waiting = (
  <Bare>
    <Skeleton />
  </Bare>
);

/** Loaded after signing in: the sign-in page does not need the other pages, nor menus and dialogs. */
const Inside = loadable(
  async () => {
    const [{ Inside }] = await Promise.all([
      import("./inside.tsx"),
      loadStyle("kit"),
      import("../server/sentences.ts"),
      ...["shell", "lists", "status", "server"].map(loadWords),
    ]);
    return { default: Inside };
  },
  waiting,
  Bare,
);

const Nothing = () => null;

/** Nothing is said before somebody has acted, so the first page does not wait for it, and works without it. */
const Toasts = loadable(async () => ({ default: (await import("../kit/toast.tsx")).Toasts }), null, Nothing);

/**
 * The application: pages for everybody at once, all others for who is signed in.
 *
 * @param features those that have open pages
 */
export function App({ features }: { features: Feature[] }) {
  const places = useMemo(() => placesOf(features), [features]);
  const exists = useMemo(() => (to: string) => isPage(places, to), [places]);
  const path = usePath();
  const found = placeAt(places, path);
  return (
    <QueryClientProvider client={client}>
      <PagesContext value={exists}>
        {found?.place.page.scope === "open"
          ? (
            <Bare>
              <PageView key={path} {...found} />
            </Bare>
          )
          : <SignedIn />}
        <Toasts />
        <NewVersion />
      </PagesContext>
    </QueryClientProvider>
  );
}

function SignedIn() {
  const session = useSessionState();
  const path = usePath();
  const isUnconfirmed = session.error instanceof ApiError && session.error.code === "EMAIL_VERIFICATION_REQUIRED";
  useEffect(() => {
    if (isUnconfirmed) go(href("unconfirmed", { next: path || undefined }), { replace: true });
  }, [isUnconfirmed]);
  if (session.error && !session.data && !isUnconfirmed) {
    return (
      <Bare>
        <FailureNote error={session.error} onRetry={() => void session.refetch()} />
      </Bare>
    );
  }
  if (!session.data) return waiting;
  return (
    <SessionContext value={session.data}>
      <Inside />
    </SessionContext>
  );
}
