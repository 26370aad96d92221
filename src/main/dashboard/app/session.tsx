import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import { currentPath, go, href } from "../base/address.ts";
import { api, onSignedOut } from "../base/api.ts";
import { client } from "../base/data.ts";
import type { Facts } from "../base/feature.ts";
import { setTimeZone } from "../base/format.ts";
import { useProject } from "../base/project.ts";
import { store, stored } from "../base/stored.ts";
import { hasChanges } from "../base/unsaved.ts";
import { language, LANGUAGES } from "../base/words.ts";
import type { CurrentUserResponse, ProjectResponse } from "../generated/api.ts";
import { setSessionEnded, useSessionEnded } from "./ended-session.ts";

export type Project = ProjectResponse;

export interface Session {
  user: CurrentUserResponse;
  projects: Project[];
}

/** Somebody else may rename or suspend the project, or give the user another role. */
export const SESSION_TOPICS = ["project", "member"];

export const SessionContext = createContext<Session | undefined>(undefined);

/** The user who is signed in, with their projects. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("this page needs a session");
  return session;
}

/** The project of the page, as the user sees it. */
export function useCurrentProject(): Project | undefined {
  const id = useProject();
  return useSession().projects.find((project) => project.id === id);
}

/** True when the user may do what needs at least this role. */
export function useHasRole(minRole: Project["role"]): boolean {
  const roles = ["MEMBER", "ADMIN", "OWNER"];
  return roles.indexOf(useCurrentProject()?.role ?? "MEMBER") >= roles.indexOf(minRole);
}

async function load(): Promise<Session> {
  const [user, projects] = await Promise.all([api.get("/users/@me"), api.get("/users/@me/projects")]);
  applyPreferences(user);
  return { user, projects };
}

/** Times in the user's zone; the user's language where this browser has chosen none. */
function applyPreferences(user: Session["user"]) {
  setTimeZone(user.timeZone);
  const preferred = user.language?.slice(0, 2);
  if (preferred && preferred in LANGUAGES && preferred !== language && !stored("language")) {
    store("language", preferred);
    if (stored("language") === preferred) location.reload();
  }
}

/** The interval in which a page whose session has ended asks whether the user has signed in again, in another tab. */
const POLL_MS = 3000;

/**
 * Asks who is signed in; an ended session leads to the sign-in page, and back to this one afterwards. While a form has changes the
 * page stays, says so, and goes on when somebody has signed in again.
 */
export function useSessionState() {
  const isEnded = useSessionEnded();
  useEffect(() => onSignedOut(goToSignIn), []);
  const session = useQuery<Session, Error>({
    queryKey: ["session"],
    queryFn: load,
    staleTime: 30_000,
    meta: { topics: SESSION_TOPICS },
    ...(isEnded && { refetchInterval: POLL_MS, refetchOnWindowFocus: "always" }),
  });
  useEffect(() => {
    if (!isEnded) return;
    setSessionEnded(false);
    void client.invalidateQueries();
  }, [session.dataUpdatedAt]);
  return session;
}

function goToSignIn() {
  setSessionEnded(hasChanges());
  if (hasChanges()) return;
  client.clear();
  const current = currentPath() + location.search;
  if (!current.startsWith("sign-in")) go(href("sign-in", { next: current || undefined }), { replace: true });
}

/** The facts that decide about the entries of the navigation. */
export function useFacts(): Facts {
  const project = useCurrentProject();
  const { user } = useSession();
  const config = useQuery({ queryKey: ["config"], queryFn: () => api.get("/config"), staleTime: Infinity });
  const facts = config.data;
  return {
    role: project?.role,
    catchesEmails: facts?.features.email.provider === "catcher",
    operator: user.operator,
  };
}
