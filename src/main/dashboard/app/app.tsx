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
import { PlainFrame } from "./plain-frame.tsx";
import { isPage, routeAt, routesOf } from "./routes.ts";
import { PageView } from "./page-view.tsx";
import { loadStyle } from "./styles.ts";
import { SessionContext, useSessionState } from "./session.tsx";

const fallback = (
  <PlainFrame>
    <Skeleton />
  </PlainFrame>
);

/** Loaded after signing in: the sign-in page does not need the other pages, nor menus and dialogs. */
const SignedInApp = loadable(
  async () => {
    const [{ SignedInApp }] = await Promise.all([
      import("./signed-in-app.tsx"),
      loadStyle("kit"),
      import("../server/sentences.ts"),
      ...["shell", "lists", "status", "server"].map(loadWords),
    ]);
    return { default: SignedInApp };
  },
  fallback,
  PlainFrame,
);

const NoFrame = () => null;

/** Nothing is said before somebody has acted, so the first page does not wait for it, and works without it. */
const Toasts = loadable(async () => ({ default: (await import("../kit/toast.tsx")).Toasts }), null, NoFrame);

/**
 * The application: pages for everybody at once, all others for who is signed in.
 *
 * @param features those that have open pages
 */
export function App({ features }: { features: Feature[] }) {
  const routes = useMemo(() => routesOf(features), [features]);
  const exists = useMemo(() => (to: string) => isPage(routes, to), [routes]);
  const path = usePath();
  const found = routeAt(routes, path);
  return (
    <QueryClientProvider client={client}>
      <PagesContext value={exists}>
        {found?.route.page.scope === "open"
          ? (
            <PlainFrame>
              <PageView key={path} {...found} />
            </PlainFrame>
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
      <PlainFrame>
        <FailureNote error={session.error} onRetry={() => void session.refetch()} />
      </PlainFrame>
    );
  }
  if (!session.data) return fallback;
  return (
    <SessionContext value={session.data}>
      <SignedInApp />
    </SessionContext>
  );
}
