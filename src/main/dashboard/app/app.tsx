import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { go, href, usePath } from "../base/address.ts";
import { setProject } from "../base/api.ts";
import { client } from "../base/data.ts";
import { ApiError } from "../base/errors.ts";
import type { Feature } from "../base/feature.ts";
import { PagesContext, ProjectContext } from "../base/project.ts";
import { store, stored } from "../base/stored.ts";
import { Skeleton } from "../kit/states.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { NewVersion } from "./new-version.tsx";
import { Bare, NothingHere } from "./outside.tsx";
import { isPage, type Place, placeAt, placesOf } from "./places.ts";
import { PageView } from "./page-view.tsx";
import { loadStyle } from "./styles.ts";
import { SessionContext, useSessionState } from "./session.tsx";

/** Loaded after signing in: the sign-in page does not need its menus and dialogs. */
const Shell = lazy(() =>
  Promise.all([import("./shell.tsx"), loadStyle("kit")]).then(([{ Shell }]) => ({ default: Shell }))
);

/** Nothing is said before somebody has acted, so the first page does not wait for it. */
const Toasts = lazy(() => import("../kit/toast.tsx").then(({ Toasts }) => ({ default: Toasts })));

/** The application: which page the address names, who is asking, and what surrounds the page. */
export function App({ features }: { features: Feature[] }) {
  const places = useMemo(() => placesOf(features), [features]);
  const exists = useMemo(() => (to: string) => isPage(places, to), [places]);
  return (
    <QueryClientProvider client={client}>
      <PagesContext value={exists}>
        <Inside places={places} />
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
        <NewVersion />
      </PagesContext>
    </QueryClientProvider>
  );
}

function Inside({ places }: { places: Place[] }) {
  const path = usePath();
  const found = placeAt(places, path);
  if (found?.place.page.scope === "open") {
    return (
      <Bare>
        <PageView key={path} {...found} />
      </Bare>
    );
  }
  return <SignedIn places={places} path={path} />;
}

function SignedIn({ places, path }: { places: Place[]; path: string }) {
  const session = useSessionState();
  const found = placeAt(places, path);
  const named = found?.params.project;
  const project = named ?? (session.data ? preferred(session.data.projects.map((each) => each.id)) : undefined);
  setProject(project);
  useEffect(() => {
    if (named) store("project", named);
  }, [named]);
  useEffect(() => {
    if (session.data && path === "") go(href(project ? `p/${project}` : "new-project"), { replace: true });
  }, [session.data, path, project]);
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
  if (!session.data || path === "") {
    return (
      <Bare>
        <Skeleton />
      </Bare>
    );
  }
  return (
    <SessionContext value={session.data}>
      <ProjectContext value={project}>
        <Suspense fallback={null}>
          <Shell places={places} current={found?.place}>
            {found
              ? (
                <PageView
                  key={`${project} ${found.place.pattern} ${Object.values(found.params).join(" ")}`}
                  {...found}
                />
              )
              : <NothingHere />}
          </Shell>
        </Suspense>
      </ProjectContext>
    </SessionContext>
  );
}

/** The project shown last in this browser, if it is still one of the user's; the first otherwise. */
function preferred(ids: string[]): string | undefined {
  const last = stored("project");
  return ids.find((id) => id === last) ?? ids[0];
}
